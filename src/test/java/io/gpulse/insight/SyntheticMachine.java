package io.gpulse.insight;

import io.gpulse.device.HostParts;
import io.gpulse.device.HostSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventLog;
import io.gpulse.insight.InsightsResponse.Check;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A machine whose metrics a test sets, round by round, and its insights. */
final class SyntheticMachine {

    static final Instant START = Instant.parse("2026-11-20T10:00:00Z");
    private static final Source NVML = new Source(SourceKind.NVML, false, "580.95.05", "13.580.95", "13.0", null);

    private List<String> onBus = List.of();
    private Source source = NVML;
    private final List<SyntheticGpu> gpus;
    private final Map<Metric, Reading> host = new EnumMap<>(Metric.class);
    private final List<Insight> changes = new ArrayList<>();
    private final TestSilences silences = new TestSilences();
    private final EventLog events = new EventLog(100, START, new EventCounts());
    private final InsightEngine engine;
    private final Duration every;
    private Duration correction = Duration.ZERO;
    private InsightBoard board = new InsightBoard(START, List.of(), List.of(), List.of(), List.of());
    private long millis;
    private Duration early = Duration.ZERO;

    SyntheticMachine(int gpus, InsightRules... tested) {
        this(gpus, Duration.ofSeconds(1), tested);
    }

    SyntheticMachine(int gpus, Duration every, InsightRules... tested) {
        this(gpus, every, new ObservationScope(true, true, false, () -> false), tested);
    }

    SyntheticMachine(int gpus, Duration every, ObservationScope sight, InsightRules... tested) {
        this(gpus, every, sight, usual(tested));
    }

    /** Evaluates all rules, which costs ten times as much as one. */
    static SyntheticMachine withAllRules(int gpus, Duration every) {
        return new SyntheticMachine(gpus, every, InsightRules.values());
    }

    SyntheticMachine(int gpus, Duration every, ObservationScope sight, Map<InsightRules, Thresholds> rules) {
        this.gpus = IntStream.range(0, gpus).mapToObj(SyntheticGpu::new).toList();
        this.every = every;
        this.engine = new InsightEngine(rules, sight, this.silences.all()::current, this.events);
        host(Metric.HOST_CPU_UTILIZATION, 20);
        host(Metric.HOST_CPU_IOWAIT, 1);
        host(Metric.HOST_GPUS_ON_BUS, gpus);
    }

    private static Map<InsightRules, Thresholds> usual(InsightRules... tested) {
        Map<InsightRules, Thresholds> rules = new EnumMap<>(InsightRules.class);
        for (InsightRules row : tested) {
            rules.put(row, Thresholds.of(row.spec(), "", Map.of()));
        }
        return rules;
    }

    SyntheticGpu gpu(int index) {
        return this.gpus.get(index);
    }

    SyntheticMachine host(Metric metric, double value) {
        this.host.put(metric, new Reading.Quantity(value));
        return this;
    }

    /** Sets the addresses of the GPUs on the PCI bus, which are unknown otherwise. */
    SyntheticMachine onBus(String... addresses) {
        this.onBus = List.of(addresses);
        return host(Metric.HOST_GPUS_ON_BUS, addresses.length);
    }

    SyntheticMachine hostLacks(Metric metric, Reason reason) {
        this.host.put(metric, Reading.absent(reason));
        return this;
    }

    /** Makes every fourth round early. */
    SyntheticMachine jitters(Duration time) {
        this.early = time;
        return this;
    }

    void withoutDriver() {
        this.gpus.forEach((gpu) -> gpu.listed(false));
        this.source = new Source(SourceKind.NONE, false, null, null, null, "No driver.");
    }

    /** Keeps the GPUs listed, as after the driver was unloaded. */
    void unloadsDriver(String reason) {
        this.source = new Source(SourceKind.NVML, false, null, null, null, reason);
    }

    void hangs(String reason) {
        this.gpus.forEach((gpu) -> gpu.listed(false));
        this.source = Source.none(reason).hanging();
    }

    TestSilences silences() {
        return this.silences;
    }

    /** Returns the log, which has the faults that the driver reported. */
    EventLog events() {
        return this.events;
    }

    InsightEngine engine() {
        return this.engine;
    }

    /** Sets the wall clock, forward or back. */
    void correctWallClock(Duration step) {
        this.correction = this.correction.plus(step);
    }

    Instant wall() {
        return START.plusMillis(this.millis).plus(this.correction);
    }

    /** Returns the seconds since the start. */
    double seconds() {
        return this.millis / 1000.0;
    }

    SyntheticMachine passes(Duration time) {
        return passes(time, () -> {});
    }

    /** @param before runs before each round */
    SyntheticMachine passes(Duration time, Runnable before) {
        for (long end = this.millis + time.toMillis(); this.millis < end; this.millis += this.every.toMillis()) {
            before.run();
            this.engine.add(round()).ifPresent((next) -> {
                this.board = next;
                this.changes.addAll(next.changes());
            });
        }
        return this;
    }

    private Snapshot round() {
        Instant wall = wall();
        HostParts parts = new HostParts(List.of(), List.of(), List.of(), this.onBus);
        HostSample sample = new HostSample("node-1", Readings.of(this.host)).with(parts);
        boolean isEarly = this.millis / this.every.toMillis() % 4 == 3;
        long nanos = 7_000_000_000_000L + this.millis * 1_000_000 - (isEarly ? this.early.toNanos() : 0);
        return new Snapshot(
                1000 + this.millis,
                wall,
                nanos,
                Duration.ZERO,
                this.every,
                this.source,
                this.gpus.stream()
                        .filter(SyntheticGpu::isListed)
                        .map((gpu) -> gpu.sample(wall))
                        .toList(),
                sample);
    }

    InsightBoard board() {
        return this.board;
    }

    /** Returns the insights that began, ended or changed since the start. */
    List<Insight> changes() {
        return this.changes;
    }

    List<Insight> active() {
        return this.board.insights().stream().filter(Insight::isActive).toList();
    }

    /** Returns the active insights of a rule. */
    List<Insight> active(InsightRules rule) {
        Rule spec = rule.spec();
        return active().stream()
                .filter((insight) -> insight.rule().equals(spec.id()))
                .toList();
    }

    Insight only(InsightRules rule) {
        List<Insight> found = active(rule);
        if (found.size() != 1) {
            throw new AssertionError(
                    "Not one but " + found.size() + " of " + rule.spec().id() + ": " + active());
        }
        return found.get(0);
    }

    Check check(InsightRules rule) {
        return this.board.checks().stream()
                .filter((check) -> check.rule().equals(rule.spec().id()))
                .findFirst()
                .orElseThrow();
    }
}
