package io.gpulse.view;

import io.gpulse.device.HostProcess;
import io.gpulse.metric.Reason;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Map;

/** A process of the machine. */
@Schema(name = "HostProcess", description = "A process of the machine, whether it uses a GPU or not.")
record HostProcessResponse(
        @Schema(
                description = "Number of the process where gpulse sees it: in a container that of the container, unless"
                        + " the machine's processes are shown to it.",
                example = "41102")
        int pid,

        @Schema(description = "What the kernel calls it, up to 15 bytes; never its command line.", example = "python")
        String name,

        @Schema(description = "Numbers by catalogue key, in the catalogue's unit. What is not known is not here.")
        Map<String, Number> values,

        @Schema(description = "Words by catalogue key.") Map<String, String> facts,

        @Schema(description = "Why a row is neither in `values` nor in `facts`, by catalogue key.")
        Map<String, Reason> absent) {

    static HostProcessResponse of(HostProcess process, View view) {
        ReadingsResponse readings = ReadingsResponse.of(process.readings(), view);
        return new HostProcessResponse(
                process.pid(), process.name(), readings.values(), readings.facts(), readings.absent());
    }
}
