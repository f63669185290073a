package io.gpulse.text;

import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The properties of {@code --query-compute-apps}. */
final class ProcessProperties {

    private static final Map<String, String> ALIASES = Map.of("name", "process_name", "used_memory", "used_gpu_memory");

    /** Controls of all kinds: those that steer a terminal, turn the writing round, or end a line. */
    static final String CONTROL = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]";

    private static final String COMMA_OR_CONTROL = ",|" + CONTROL;

    private static final Map<String, Property<ProcessRow>> BY_NAME =
            columns().stream().collect(Collectors.toUnmodifiableMap(Property::name, Function.identity()));

    /** A process on a GPU. */
    record ProcessRow(GpuRow gpu, ProcessSample process) {

        /** Those that compute; who only draws is none. */
        static Stream<ProcessRow> computing(GpuRow gpu) {
            return gpu.gpu().known().processes().stream()
                    .filter((process) -> process.type() != ProcessSample.Type.GRAPHICS)
                    .map((process) -> new ProcessRow(gpu, process));
        }
    }

    private ProcessProperties() {}

    static Optional<Property<ProcessRow>> named(String name) {
        return Optional.ofNullable(BY_NAME.get(ALIASES.getOrDefault(name, name)));
    }

    private static List<Property<ProcessRow>> columns() {
        return List.of(
                Property.plain(
                        "timestamp", (row) -> Cell.value(Stamp.of(row.gpu().time()))),
                ofGpu("gpu_name", Metric.NAME),
                ofGpu("gpu_bus_id", Metric.PCI_BUS_ID),
                ofGpu("gpu_serial", Metric.SERIAL),
                ofGpu("gpu_uuid", Metric.UUID),
                Property.plain(
                        "pid",
                        (row) -> Cell.value(
                                Integer.toUnsignedString(row.process().pid()))),
                Property.plain("process_name", (row) -> name(row.process())),
                new Property<>(
                        "used_gpu_memory",
                        Metric.PROCESS_MEMORY.spec().printing().unit(),
                        (row) -> memory(row.process())));
    }

    private static Property<ProcessRow> ofGpu(String name, Metric metric) {
        return Property.plain(name, (row) -> row.gpu().cell(metric));
    }

    /** A comma would part columns, and a line break rows: nvidia-smi prints a question mark for the one. */
    private static Cell name(ProcessSample process) {
        String name = process.name();
        return name == null ? Cell.reason("Not Found") : Cell.value(name.replaceAll(COMMA_OR_CONTROL, "?"));
    }

    static Cell memory(ProcessSample process) {
        Reading reading = process.readings().of(Metric.PROCESS_MEMORY).orElse(null);
        if (reading instanceof Reading.Present present) {
            return Cell.value(Metric.PROCESS_MEMORY.spec().printing().cell(present));
        }
        return Cell.notAvailable();
    }
}
