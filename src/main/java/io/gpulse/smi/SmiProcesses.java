package io.gpulse.smi;

import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The processes in the element of a GPU. A process has an entry for each MIG instance that it uses. */
final class SmiProcesses {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");
    private static final List<Metric> ROWS = List.of(
            Metric.PROCESS_MEMORY,
            Metric.PROCESS_SM,
            Metric.PROCESS_MEMORY_UTILIZATION,
            Metric.PROCESS_ENCODER,
            Metric.PROCESS_DECODER);
    private static final Reading NOT_PRINTED = Reading.absent(SmiReadings.NOT_PRINTED);
    private static final Comparator<ProcessSample> LARGEST_FIRST =
            Comparator.comparingDouble(SmiProcesses::memory).reversed().thenComparing(ProcessSample::pid);

    private SmiProcesses() {}

    /** The entries of one process. */
    private static final class Entry {

        private final int pid;
        private @Nullable Place place;
        private ProcessSample.Type type;
        private Reading memory;

        Entry(int pid, Map<String, String> texts, Reading memory) {
            this.pid = pid;
            this.place = place(texts).orElse(null);
            this.type = type(texts.getOrDefault("type", ""));
            this.memory = memory;
        }

        Entry add(Entry other) {
            this.place = Objects.equals(this.place, other.place) ? this.place : null;
            this.type = joined(this.type, other.type);
            this.memory = other.memory instanceof Reading.Absent
                    ? other.memory
                    : this.memory.convert((mine) -> new Reading.Quantity(mine + other.memory.numberOr(0)));
            return this;
        }

        private static ProcessSample.Type joined(ProcessSample.Type one, ProcessSample.Type other) {
            boolean isMps = one == ProcessSample.Type.MPS || other == ProcessSample.Type.MPS;
            return one == other ? one : isMps ? ProcessSample.Type.MPS : ProcessSample.Type.COMPUTE_AND_GRAPHICS;
        }

        ProcessSample sample() {
            Reading[] readings = Stream.of(this.memory, NOT_PRINTED, NOT_PRINTED, NOT_PRINTED, NOT_PRINTED)
                    .toArray(Reading[]::new);
            return new ProcessSample(this.pid, this.type, null, null, Readings.of(ROWS, readings)).on(this.place);
        }
    }

    /** @param gpu the rows of the GPU */
    static List<ProcessSample> of(GpuElement element, Function<Metric, @Nullable Reading> gpu) {
        Map<Integer, Entry> byPid = new LinkedHashMap<>();
        for (Map<String, String> process : element.processes()) {
            entry(process, gpu).ifPresent((entry) -> byPid.merge(entry.pid, entry, Entry::add));
        }
        List<ProcessSample> all = new ArrayList<>();
        byPid.values().forEach((entry) -> all.add(entry.sample()));
        all.sort(LARGEST_FIRST);
        return all;
    }

    private static Optional<Entry> entry(Map<String, String> process, Function<Metric, @Nullable Reading> gpu) {
        String pid = process.getOrDefault("pid", "");
        if (!NUMBER.matcher(pid).matches()) {
            return Optional.empty();
        }
        Reading memory = SmiText.reading(Metric.PROCESS_MEMORY, process.getOrDefault("used_memory", "N/A"));
        double bytes = memory.numberOr(0);
        boolean tooMuch = Metric.PROCESS_MEMORY.spec().range().exceedsBounds(bytes, (row) -> number(gpu.apply(row)));
        return Optional.of(new Entry(
                Integer.parseInt(pid),
                process,
                tooMuch
                        ? Reading.implausible(
                                Metric.PROCESS_MEMORY.spec().unit().written(bytes))
                        : memory));
    }

    /** Returns the ids in a process or a MIG device; empty where one is missing. */
    static Optional<Place> place(Map<String, String> texts) {
        String gpuInstance = texts.getOrDefault("gpu_instance_id", "");
        String computeInstance = texts.getOrDefault("compute_instance_id", "");
        return NUMBER.matcher(gpuInstance).matches()
                        && NUMBER.matcher(computeInstance).matches()
                ? Optional.of(new Place(Integer.parseInt(gpuInstance), Integer.parseInt(computeInstance)))
                : Optional.empty();
    }

    private static double number(@Nullable Reading reading) {
        return reading == null ? 0 : reading.numberOr(0);
    }

    /** Returns the type; drivers before 384 list only processes that compute, and print none. */
    private static ProcessSample.Type type(String letters) {
        return Stream.of(ProcessSample.Type.values())
                .filter((type) -> type.letters().equals(letters))
                .findFirst()
                .orElse(ProcessSample.Type.COMPUTE);
    }

    /** Returns the name of a process as a document has it, which may be its whole command line. */
    static Optional<String> name(SmiDocument document, int pid) {
        String written = Integer.toString(pid);
        return document.gpus().stream()
                .flatMap((gpu) -> gpu.processes().stream())
                .filter((process) -> written.equals(process.get("pid")))
                .findFirst()
                .map((process) -> name(process.getOrDefault("process_name", "")));
    }

    private static @Nullable String name(String written) {
        return AbsentText.reason(written) == null ? written : null;
    }

    /** Returns the number of the processes; absent where nvidia-smi gives a reason in place of the list. */
    static Reading count(GpuElement element, List<ProcessSample> processes) {
        if (!processes.isEmpty()) {
            return new Reading.Quantity(processes.size());
        }
        // Old drivers name the list differently.
        Map<String, String> values = element.values();
        String text = values.getOrDefault("processes", values.get("compute_processes"));
        Reason why = text == null || text.isEmpty() ? null : AbsentText.reason(text);
        if (why != null) {
            return Reading.absent(why);
        }
        boolean isEmpty = text != null && element.processes().isEmpty();
        return isEmpty ? new Reading.Quantity(0) : Reading.absent(NOT_PRINTED_REASON);
    }

    /**
     * Returns the number of the processes in a MIG instance; absent where one may be in any instance.
     *
     * @param ofGpu the number of all processes
     */
    static Reading count(GpuElement element, Place instance, Reading ofGpu) {
        if (ofGpu instanceof Reading.Absent) {
            return ofGpu;
        }
        Set<String> pids = new HashSet<>();
        for (Map<String, String> process : element.processes()) {
            Optional<Place> place = place(process);
            if (place.isEmpty()) {
                return Reading.absent(Reason.NO_DATA);
            }
            if (place.get().equals(instance)) {
                pids.add(process.getOrDefault("pid", ""));
            }
        }
        return new Reading.Quantity(pids.size());
    }

    private static final Reason NOT_PRINTED_REASON = SmiReadings.NOT_PRINTED;

    private static double memory(ProcessSample process) {
        return process.readings().number(Metric.PROCESS_MEMORY).orElse(-1);
    }
}
