package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

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
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.StringUtils;

/** Reads machines from the answers of an engine. */
final class EngineReader {

    private static final double MILLIS = 1000;
    private static final List<String> NAMES = List.of("host", "Hostname", "hostname", "node");
    private static final List<String> DRIVERS =
            List.of("driver_version", "DCGM_FI_DRIVER_VERSION", "DCGM_FI_SYSTEM_DRIVER_VERSION");
    private static final List<String> JOBS = List.of("job_id", "pod_uid", "exported_pod", "hpc_job");

    /** By exporter and instance. */
    private final Map<String, Machine> machines = new TreeMap<>();

    private EngineReader() {}

    private static final class Machine {

        private final String instance;
        private final Exporter exporter;
        private final Map<String, EngineGpu> gpus = new LinkedHashMap<>();
        private final Map<String, MachineAlert> alerts = new TreeMap<>();
        private final Map<String, String> labels = new LinkedHashMap<>();
        private double age = Double.NaN;
        private double roundAge;

        Machine(String instance, Exporter exporter) {
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

    /** Returns the machines that have series now. */
    static List<EngineMachine> present(Map<EngineQuestion, Answer> answers, Instant at) {
        EngineReader reader = new EngineReader();
        samples(answers, EngineQuestion.NOW).forEach(reader::addValue);
        samples(answers, EngineQuestion.FLAGS).forEach(reader::addFlag);
        samples(answers, EngineQuestion.HIGHEST).forEach(reader::addHighest);
        Map<String, Double> ages = new LinkedHashMap<>();
        samples(answers, EngineQuestion.AGE)
                .forEach((sample) -> ages.put(sample.labels().getOrDefault("instance", ""), sample.value()));
        return reader.machines.values().stream()
                .map((machine) -> {
                    machine.age = ages.getOrDefault(machine.instance, Double.NaN) + machine.roundAge;
                    long age = (long) (machine.age * MILLIS);
                    return machine(machine, true, at.minusMillis(Math.max(age, 0)));
                })
                .toList();
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
                    return machine(machine, false, seen).gone();
                })
                .toList();
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
                Figure.of(name)
                        .ifPresent((series) ->
                                gpu(machine, labels).put(series.figure(), sample.value() * series.factor()));
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

    private void addHighest(Sample sample) {
        gpu(described(sample), sample.labels()).highest(sample.value());
    }

    private void addFlag(Sample sample) {
        Machine machine = described(sample);
        Map<String, String> labels = sample.labels();
        String state = labels.get("state");
        if (state != null) {
            Stream.of(GpuState.values())
                    .filter((one) -> one.name().equals(state))
                    .forEach((one) -> gpu(machine, labels).state(one));
        }
        String rule = labels.get("rule");
        String severity = labels.getOrDefault("severity", "");
        if (rule != null && !severity.equals("info")) {
            String place = labels.getOrDefault("gpu", "");
            List<Integer> gpus = place.matches("\\d{1,4}") ? List.of(Integer.valueOf(place)) : List.of();
            add(machine, alert(rule, severity, gpus, LocalizedText.of(StringUtils.capitalize(rule.replace('-', ' ')))));
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
        String instance = labels.getOrDefault("instance", "");
        Machine machine =
                this.machines.computeIfAbsent(exporter.name() + instance, (key) -> new Machine(instance, exporter));
        Stream.of(NAMES, DRIVERS, List.of("version", "simulated"))
                .flatMap(List::stream)
                .filter(labels::containsKey)
                .forEach((label) -> machine.labels.putIfAbsent(label, labels.get(label)));
        if (labels.containsKey("gpu") || !exporter.uuid(labels).isEmpty()) {
            gpu(machine, labels).describe(labels);
        }
        return machine;
    }

    /** Before its first answer a GPU has no UUID. */
    private static EngineGpu gpu(Machine machine, Map<String, String> labels) {
        String uuid = machine.exporter.uuid(labels);
        String key = uuid.isEmpty() ? labels.getOrDefault("gpu", "") : uuid;
        return machine.gpus.computeIfAbsent(key, (absent) -> new EngineGpu(uuid));
    }

    private static EngineMachine machine(Machine machine, boolean present, Instant seen) {
        List<EngineGpu> gpus = machine.gpus.values().stream()
                .sorted(Comparator.comparingInt(EngineGpu::order))
                .toList();
        List<MachineGpu> read = new ArrayList<>();
        for (EngineGpu gpu : gpus) {
            MachineGpu one = gpu.gpu(read.size());
            read.add(one);
            faults(gpu).forEach((fault) -> add(machine, alert("gpu-fault", "critical", List.of(one.index()), fault)));
        }
        // An instance without a port is a name that people chose, and a pod has a host name of its own.
        boolean isNamed = !machine.instance.contains(":");
        String name = isNamed ? null : machine.label(NAMES);
        return new EngineMachine(
                machine.instance,
                machine.exporter,
                EngineGpu.areUsersKnown(gpus),
                present,
                seen,
                new MachineReport(
                        machine.exporter.label() + " " + machine.instance,
                        name == null ? machine.instance.replaceFirst(":\\d+$", "") : name,
                        machine.labels.get("version"),
                        seen,
                        Double.isFinite(machine.age) ? Math.max(0, (long) (machine.age * MILLIS)) : null,
                        "true".equals(machine.labels.get("simulated")),
                        machine.label(DRIVERS),
                        null,
                        read,
                        List.copyOf(machine.alerts.values())));
    }

    private static List<LocalizedText> faults(EngineGpu gpu) {
        List<LocalizedText> faults = new ArrayList<>();
        if (Double.isFinite(gpu.fatalXid())) {
            faults.add(text("fleet.xid", Map.of("xid", (int) gpu.fatalXid())));
        }
        if (gpu.isFaulty()) {
            faults.add(text("fleet.fault"));
        }
        return faults;
    }
}
