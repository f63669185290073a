package io.gpulse.testing;

import static io.gpulse.testing.SeriesText.labels;

import io.gpulse.testing.SeriesText.Stamps;
import io.gpulse.testing.SeriesText.Times;
import io.gpulse.testing.SimulatedMachine.Exporter;
import io.gpulse.testing.SimulatedMachine.Gpu;
import io.gpulse.testing.SimulatedMachine.Use;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Machines of eight GPUs as series of an engine, until 20 minutes after now, and the classes that they must have. */
public final class SimulatedFleet {

    /** The id of a machine with a user and an alert, whose names need escaping. */
    public static final String OF_ODD_TEXTS = "gpulse/gpu-005:8080";

    private static final int GPUS = 8;
    private static final Duration STEP = Duration.ofMinutes(2);
    private static final Duration PAST = Duration.ofMinutes(22);
    private static final Duration FUTURE = Duration.ofMinutes(20);
    private static final Duration DAY = Duration.ofDays(1);

    /** Uses that series of each exporter can show. */
    private static final List<Use> USES =
            List.of(Use.WORKING, Use.FREE, Use.HELD_IDLE, Use.RESTING, Use.UNKNOWN, Use.TROUBLE, Use.WORKING);

    /** The share of each state in the time of a GPU. */
    private static final Map<String, Double> SHARES =
            Map.of("active", 0.5, "held_idle", 0.2, "reserved", 0.1, "free", 0.15, "unknown", 0.05);

    private final Instant now;
    private final List<SimulatedMachine> visible = new ArrayList<>();
    private final List<SimulatedMachine> hidden = new ArrayList<>();
    private final List<SimulatedMachine> counted = new ArrayList<>();

    private SimulatedFleet(Instant now) {
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Returns machines with gpulse only. */
    public static SimulatedFleet uniform(Instant now, int machines) {
        SimulatedFleet fleet = new SimulatedFleet(now);
        IntStream.range(0, machines)
                .mapToObj((number) -> fleet.machine(number, Exporter.GPULSE))
                .forEach(fleet.visible::add);
        return fleet;
    }

    /** Returns 200 machines of all exporters, some of which have ended, and more that must not be listed. */
    public static SimulatedFleet mixed(Instant now) {
        SimulatedFleet fleet = new SimulatedFleet(now);
        IntStream.range(0, 200)
                .mapToObj((number) -> fleet.machine(number, exporter(number)))
                .forEach(fleet.visible::add);
        fleet.counted.addAll(fleet.visible.subList(0, 2));
        fleet.addVariants();
        fleet.addHidden();
        return fleet;
    }

    private static Exporter exporter(int number) {
        if (number < 150) {
            return number < 140 ? Exporter.GPULSE : Exporter.GPULSE_WITHOUT_CLASS;
        }
        if (number < 190) {
            return number < 180 ? Exporter.DCGM : Exporter.DCGM_4_9;
        }
        return Exporter.NVIDIA_SMI;
    }

    private SimulatedMachine machine(int number, Exporter exporter) {
        List<Gpu> gpus = IntStream.range(0, GPUS)
                .mapToObj((index) -> new Gpu(
                        index,
                        "GPU-" + UUID.nameUUIDFromBytes(new byte[] {(byte) (number >> 8), (byte) number, (byte) index}),
                        use(number + index * index, exporter)))
                .toList();
        String host = "gpu-%03d".formatted(number);
        return new SimulatedMachine(host + ":" + exporter.port, host, exporter, gpus, present(), false);
    }

    private static Use use(int number, Exporter exporter) {
        return exporter.reportsClass() && number % 10 == 0 ? Use.RESERVED : USES.get(number % USES.size());
    }

    private Times present() {
        return new Times(this.now.minus(PAST), this.now.plus(FUTURE), STEP);
    }

    private Times ended(Duration before) {
        return new Times(this.now.minus(before).minus(PAST), this.now.minus(before), STEP);
    }

    private void addVariants() {
        replace(5, (machine) -> with(machine, machine.host(), machine.times(), true));
        replace(6, (machine) -> with(machine, machine.host(), ended(Duration.ofHours(2)), false));
        replace(12, (machine) -> machine.using(List.of()));
        replace(13, (machine) -> with(machine, "twin", machine.times(), false));
        replace(14, (machine) -> with(machine, "twin", machine.times(), false));
        replace(151, (machine) -> with(machine, machine.host(), ended(Duration.ofHours(2)), false));
        replace(152, (machine) -> machine.using(List.of(Use.DIVIDED, Use.FREE, Use.FREE)));
        Times begun = new Times(this.now.minus(Duration.ofMinutes(3)), this.now.plus(FUTURE), STEP);
        replace(153, (machine) -> with(machine, machine.host(), begun, false).using(List.of(Use.NEW, Use.NEW)));
        replace(191, (machine) -> with(machine, machine.host(), ended(Duration.ofHours(3)), false));
    }

    private void replace(int number, java.util.function.UnaryOperator<SimulatedMachine> change) {
        this.visible.set(number, change.apply(this.visible.get(number)));
    }

    private static SimulatedMachine with(SimulatedMachine machine, String host, Times times, boolean more) {
        return new SimulatedMachine(machine.instance(), host, machine.exporter(), machine.gpus(), times, more);
    }

    /** One that ended long ago, the earlier name of another, and one whose GPUs gpulse reports. */
    private void addHidden() {
        SimulatedMachine longAgo = machine(900, Exporter.GPULSE);
        this.hidden.add(with(longAgo, longAgo.host(), ended(Duration.ofHours(30)), false));
        SimulatedMachine renamed = this.visible.get(8);
        this.hidden.add(new SimulatedMachine(
                "old-name:8080", "old-name", Exporter.GPULSE, renamed.gpus(), ended(Duration.ofHours(1)), false));
        SimulatedMachine twice = machine(9, Exporter.DCGM);
        this.hidden.add(twice);
    }

    /** Returns the machines that gpulse must list. */
    public List<SimulatedMachine> machines() {
        return List.copyOf(this.visible);
    }

    /** Returns the name that gpulse must show: that of the host, with the instance if another has it too. */
    public String name(SimulatedMachine machine) {
        boolean shared = this.visible.stream()
                        .filter((other) -> other.host().equals(machine.host()))
                        .count()
                > 1;
        return shared ? machine.host() + " (" + machine.instance() + ")" : machine.host();
    }

    /** Returns whether a machine has series now. */
    public boolean isPresent(SimulatedMachine machine) {
        return machine.times().last().isAfter(this.now);
    }

    /** Returns the class of a GPU, which is not known of a machine without series. */
    public String classOf(SimulatedMachine machine, Gpu gpu) {
        return isPresent(machine) ? gpu.use().label() : Use.UNKNOWN.label();
    }

    /** Returns the number of GPUs by class. */
    public Map<String, Integer> classes() {
        Map<String, Integer> counts = new TreeMap<>();
        this.visible.forEach((machine) ->
                machine.gpus().forEach((gpu) -> counts.merge(classOf(machine, gpu), 1, Integer::sum)));
        return counts;
    }

    /** Returns the number of free GPUs of the machines that have enough, by name. */
    public Map<String, Integer> free(int count) {
        Map<String, Integer> free = new TreeMap<>();
        this.visible.forEach((machine) -> {
            int found = (int) machine.gpus().stream()
                    .filter((gpu) -> classOf(machine, gpu).equals(Use.FREE.label()))
                    .count();
            if (found >= count) {
                free.put(name(machine), found);
            }
        });
        return free;
    }

    /** Returns the seconds of GPUs in a day by class. */
    public Map<String, Double> daySeconds() {
        Map<String, Double> seconds = new TreeMap<>();
        SHARES.forEach((state, share) -> seconds.put(
                state.equals("active") ? Use.WORKING.label() : state.toUpperCase(Locale.ROOT),
                share * this.counted.size() * GPUS * DAY.toSeconds()));
        return seconds;
    }

    /** Writes a text that {@code promtool tsdb create-blocks-from openmetrics} reads. */
    public void writeOpenMetrics(Path file) throws IOException {
        write(new SeriesText(file, Stamps.SECONDS));
    }

    /** Writes a text that {@code /api/v1/import/prometheus} of VictoriaMetrics reads. */
    public void writeForVictoriaMetrics(Path file) throws IOException {
        write(new SeriesText(file, Stamps.MILLIS));
    }

    private void write(SeriesText text) throws IOException {
        try (text) {
            for (SimulatedMachine machine :
                    Stream.concat(this.visible.stream(), this.hidden.stream()).toList()) {
                machine.write(text);
            }
            for (SimulatedMachine machine : this.counted) {
                writeSeconds(text, machine);
            }
        }
    }

    private void writeSeconds(SeriesText text, SimulatedMachine machine) throws IOException {
        Duration step = Duration.ofMinutes(5);
        Times times = new Times(this.now.minus(DAY).minus(PAST), this.now.plus(FUTURE), step);
        for (Gpu gpu : machine.gpus()) {
            for (Map.Entry<String, Double> share : SHARES.entrySet()) {
                Map<String, String> labels = labels(
                        Map.of("instance", machine.instance(), "job", "gpulse", "state", share.getKey()),
                        "gpu",
                        String.valueOf(gpu.index()),
                        "uuid",
                        gpu.uuid());
                double each = share.getValue() * step.toSeconds();
                text.write("gpulse_gpu_seconds_total", labels, times, (sample) -> sample * each);
            }
        }
    }
}
