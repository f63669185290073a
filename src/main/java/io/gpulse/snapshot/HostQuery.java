package io.gpulse.snapshot;

import io.gpulse.device.HostProcess;
import io.gpulse.device.HostProcesses;
import io.gpulse.web.Refusal;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Comparator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which processes of the machine a request asks for, as it was written. */
record HostQuery(
        @Parameter(
                description = "So many processes, at most: 0 … 20.",
                example = "10",
                schema = @Schema(type = "integer", minimum = "0", maximum = "20", defaultValue = "0"))
        @Nullable
        String processes,

        @Parameter(
                description = "Which of them: those that used the processors most in the 10 s before the last look at"
                        + " them, or those with most memory.",
                schema =
                        @Schema(
                                type = "string",
                                allowableValues = {"cpu", "memory", "host.process.cpu", "host.process.memory"},
                                defaultValue = "cpu"))
        @Nullable
        String sort) {

    private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

    /** @throws Refusal when it asks for what cannot be */
    HostProcesses pick(HostProcesses all) {
        int count = count();
        return all.first(count, order());
    }

    private int count() {
        String asked = this.processes == null ? "0" : this.processes.strip();
        int count = COUNT.matcher(asked).matches() ? Integer.parseInt(asked) : -1;
        if (count < 0 || count > HostProcesses.MOST) {
            throw Refusal.badRequest("'" + asked + "' is no number of processes; processes is a whole number from 0 to "
                    + HostProcesses.MOST + ".");
        }
        return count;
    }

    private Comparator<HostProcess> order() {
        String asked = this.sort == null ? "cpu" : this.sort.strip();
        return switch (asked) {
            case "cpu", "host.process.cpu" -> HostProcesses.BY_CPU;
            case "memory", "host.process.memory" -> HostProcesses.BY_MEMORY;
            default ->
                throw Refusal.badRequest("Processes cannot be sorted by '" + asked + "'; sort is cpu or memory.");
        };
    }
}
