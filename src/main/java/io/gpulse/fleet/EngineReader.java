package io.gpulse.fleet;

import io.gpulse.device.GpuState;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.fleet.EngineClient.Answer;
import io.gpulse.fleet.EngineClient.Sample;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Reads machines from the answers of an engine. */
final class EngineReader {

    private static final double MILLIS = 1000;
    private static final List<String> NAMES = List.of("host", "Hostname", "hostname", "node");
    private static final List<String> DRIVERS =
            List.of("driver_version", "DCGM_FI_DRIVER_VERSION", "DCGM_FI_SYSTEM_DRIVER_VERSION");
    private static final Set<String> OF_MACHINE = Stream.of(NAMES, DRIVERS, List.of("version", "simulated"))
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableSet());
    private static final List<String> JOBS = List.of("job_id", "pod_uid", "exported_pod", "hpc_job");

    /** By exporter and instance. */
    private final Map<String, Machine> machines = new TreeMap<>();

    private EngineReader() {}

    private static final class Machine {

        private final String place;
        private final String instance;
        private final Exporter exporter;
        private final Map<String, EngineGpu> gpus = new LinkedHashMap<>();
        private final Map<String, MachineAlert> alerts = new TreeMap<>();
        private final Map<String, String> labels = new LinkedHashMap<>();
        private double age = Double.NaN;
        private double roundAge;

        Machine(String place, String instance, Exporter exporter) {
            this.place = place;
            this.instance = instance;
            this.exporter = exporter;
        }

        @Nullable
        String label(List<String> names) {
            return names.stream()
                    .map(this.labels::get)
                    .filter((value) -> value != null && !value.isEmpty())
                    .findFirst()
                    .orElse(null);
        }
    }

    /**
     * Returns the machines that have series now.
     *
     * @param at when the ages were read
     */
    static List<EngineMachine> present(Map<EngineQuestion, Answer> answers, Instant at) {
        EngineReader reader = new EngineReader();
        samples(answers, EngineQuestion.NOW).forEach(reader::addValue);
        samples(answers, EngineQuestion.FLAGS).forEach(reader::addFlag);
        samples(answers, EngineQuestion.CLASS)
                .forEach((sample) -> reader.known(sample).ifPresent((gpu) -> gpu.classified(sample.value())));
        samples(answers, EngineQuestion.HIGHEST)
                .forEach((sample) -> reader.known(sample).ifPresent((gpu) -> gpu.highest(sample.value())));
        reader.machines.values().forEach((machine) -> EngineGpu.toPercent(machine.gpus.values()));
        Predicate<Machine> isIncomplete = incomplete(answers);
        reader.machines.values().stream()
                .filter(isIncomplete)
                .forEach((machine) -> machine.gpus.values().forEach(EngineGpu::incomplete));
        Map<String, Double> ages = new LinkedHashMap<>();
        samples(answers, EngineQuestion.AGE).forEach((sample) -> ages.put(place(sample.labels()), sample.value()));
        return reader.machines.values().stream()
                .map((machine) -> {
                    machine.age = ages.getOrDefault(machine.place, Double.NaN) + machine.roundAge;
                    return machine(machine, at.minusMillis(Math.max((long) (machine.age * MILLIS), 0)));
                })
                .map((machine) -> machine.isOld() ? machine.gone() : machine)
                .toList();
    }

    /** Only gpulse reports classes: without an answer, or with a part of one, a class can be missing. */
    private static Predicate<Machine> incomplete(Map<EngineQuestion, Answer> answers) {
        Answer highest = answers.get(EngineQuestion.HIGHEST);
        Answer classes = answers.get(EngineQuestion.CLASS);
        boolean isPastKnown = highest != null && highest.isAnswered();
        boolean areClassesKnown = classes != null && classes.isAnswered() && classes.warning() == null;
        return (machine) -> !isPastKnown || (!areClassesKnown && machine.exporter == Exporter.GPULSE);
    }

    /** Returns the machines that had series in the last day, without the present use of their GPUs. */
    static List<EngineMachine> ofDay(Answer answer) {
        EngineReader reader = new EngineReader();
        answer.samples().forEach((sample) -> {
            Machine machine = reader.described(sample);
            machine.age = Math.max(Double.isNaN(machine.age) ? 0 : machine.age, sample.value());
        });
        return reader.machines.values().stream()
                .map((machine) -> {
                    Instant seen = Instant.ofEpochMilli((long) (machine.age * MILLIS));
                    machine.age = Double.NaN;
                    return machine(machine, seen).gone();
                })
                .toList();
    }

    /** Returns the place of a machine: instances of several clusters can have one name. */
    static String place(Map<String, String> labels) {
        String cluster = labels.getOrDefault("cluster", "");
        return (cluster.isEmpty() ? "" : cluster + "/") + labels.getOrDefault("instance", "");
    }

    private static List<Sample> samples(Map<EngineQuestion, Answer> answers, EngineQuestion question) {
        return Optional.ofNullable(answers.get(question)).map(Answer::samples).orElse(List.of());
    }

    private void addValue(Sample sample) {
        Machine machine = described(sample);
        Map<String, String> labels = sample.labels();
        String name = labels.getOrDefault("__name__", "");
        switch (name) {
            case "gpulse_snapshot_age_seconds" -> machine.roundAge = sample.value();
            case "gpulse_gpu_held_bytes" -> gpu(machine, labels).hold(holder(labels), sample.value());
            default -> {
                // Figures of MIG instances are not those of the GPU.
                boolean isPart = !labels.getOrDefault("GPU_I_ID", "").isEmpty();
                Figure.of(name)
                        .filter((series) -> !isPart)
                        .ifPresent((series) -> gpu(machine, labels).put(series, sample.value()));
                if (JOBS.stream().anyMatch(labels::containsKey)) {
                    gpu(machine, labels).hold(holder(labels), 0);
                }
            }
        }
    }

    /** Returns the user, or the id of a job or pod; null when the labels have none. */
    static @Nullable String owner(Map<String, String> labels) {
        MachineGpu.Holder holder = holder(labels);
        return holder.user() == null ? holder.job() : holder.user();
    }

    private static MachineGpu.Holder holder(Map<String, String> labels) {
        return new MachineGpu.Holder(
                labels.get("user"),
                null,
                JOBS.stream()
                        .filter(labels::containsKey)
                        .findFirst()
                        .map(labels::get)
                        .orElse(null),
                false);
    }

    /** Returns the GPU of a sample that is not one of the latest values, if it has these. */
    private Optional<EngineGpu> known(Sample sample) {
        Map<String, String> labels = sample.labels();
        Exporter exporter = Exporter.of(labels);
        return machine(exporter, labels)
                .flatMap((machine) -> Optional.ofNullable(machine.gpus.get(key(exporter, labels))));
    }

    private Optional<Machine> machine(Exporter exporter, Map<String, String> labels) {
        return Optional.ofNullable(this.machines.get(exporter.name() + place(labels)));
    }

    private void addFlag(Sample sample) {
        Map<String, String> labels = sample.labels();
        String state = labels.get("state");
        if (state != null) {
            Stream.of(GpuState.values())
                    .filter((one) -> one.name().equals(state))
                    .forEach((one) -> known(sample).ifPresent((gpu) -> gpu.state(one)));
        }
        String rule = labels.get("rule");
        String severity = labels.getOrDefault("severity", "");
        if (rule != null && !severity.equals("info")) {
            String index = labels.getOrDefault("gpu", "");
            List<Integer> gpus = index.matches("\\d{1,4}") ? List.of(Integer.valueOf(index)) : List.of();
            LocalizedText brief = LocalizedText.of(StringUtils.capitalize(rule.replace('-', ' ')));
            machine(Exporter.GPULSE, labels).ifPresent((machine) -> add(machine, alert(rule, severity, gpus, brief)));
        }
    }

    private static MachineAlert alert(String rule, String severity, List<Integer> gpus, LocalizedText brief) {
        return new MachineAlert(
                rule,
                severity,
                MachineReader.isTrouble(rule, severity),
                null,
                gpus,
                brief.en(),
                null,
                brief.zh().equals(brief.en())
                        ? null
                        : new MachineAlert.Translations(new MachineAlert.Translation(brief.zh(), null)));
    }

    /** Alerts of one rule are one, with all their GPUs. */
    private static void add(Machine machine, MachineAlert alert) {
        machine.alerts.merge(
                alert.severity() + alert.rule() + alert.brief(),
                alert,
                (one, other) -> one.with(Stream.concat(one.gpus().stream(), other.gpus().stream())
                        .distinct()
                        .sorted()
                        .toList()));
    }

    /** Returns the machine of a sample, after the labels have described it and its GPU. */
    private Machine described(Sample sample) {
        Map<String, String> labels = sample.labels();
        Exporter exporter = Exporter.of(labels);
        String place = place(labels);
        Machine machine = this.machines.computeIfAbsent(
                exporter.name() + place, (key) -> new Machine(place, labels.getOrDefault("instance", ""), exporter));
        labels.forEach((label, value) -> {
            if (OF_MACHINE.contains(label)) {
                machine.labels.putIfAbsent(label, value);
            }
        });
        if (!key(exporter, labels).isEmpty()) {
            boolean isInfo = labels.getOrDefault("__name__", "_info").endsWith("_info");
            gpu(machine, labels).describe(labels, isInfo);
        }
        return machine;
    }

    /** Before its first answer a GPU has no UUID. */
    private static String key(Exporter exporter, Map<String, String> labels) {
        String uuid = exporter.uuid(labels);
        return uuid.isEmpty() ? labels.getOrDefault("gpu", "") : uuid;
    }

    private static EngineGpu gpu(Machine machine, Map<String, String> labels) {
        return machine.gpus.computeIfAbsent(
                key(machine.exporter, labels), (absent) -> new EngineGpu(machine.exporter.uuid(labels)));
    }

    /** Returns the GPUs by index, without the first seconds of one that has a UUID now. */
    private static List<EngineGpu> gpus(Machine machine) {
        Set<Integer> identified = machine.gpus.values().stream()
                .filter(EngineGpu::isIdentified)
                .map(EngineGpu::order)
                .collect(Collectors.toSet());
        return machine.gpus.values().stream()
                .filter((gpu) -> gpu.isIdentified() || !identified.contains(gpu.order()))
                .sorted(Comparator.comparingInt(EngineGpu::order))
                .toList();
    }

    private static EngineMachine machine(Machine machine, Instant seen) {
        List<EngineGpu> gpus = gpus(machine);
        List<MachineGpu> read = new ArrayList<>();
        for (EngineGpu gpu : gpus) {
            MachineGpu one = gpu.gpu(read.size());
            read.add(one);
            gpu.faults().forEach((fault) -> add(machine, alert("gpu-fault", "warning", List.of(one.index()), fault)));
        }
        // An instance without a port is a name that people chose, and a pod has a host name of its own.
        boolean isNamed = !machine.instance.contains(":");
        String name = isNamed ? null : machine.label(NAMES);
        boolean isAged = Double.isFinite(machine.age);
        return new EngineMachine(
                machine.place,
                machine.exporter,
                EngineGpu.areUsersKnown(gpus),
                true,
                seen,
                new MachineReport(
                        machine.exporter.label() + " " + machine.place,
                        name == null ? machine.instance.replaceFirst(":\\d+$", "") : name,
                        machine.labels.get("version"),
                        isAged ? seen : null,
                        isAged ? Math.max(0, (long) (machine.age * MILLIS)) : null,
                        "true".equals(machine.labels.get("simulated")),
                        machine.label(DRIVERS),
                        null,
                        read,
                        List.copyOf(machine.alerts.values())));
    }
}
