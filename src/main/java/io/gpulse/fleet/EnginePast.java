package io.gpulse.fleet;

import static io.gpulse.fleet.FleetPastResponse.SPAN;
import static io.gpulse.fleet.FleetPastResponse.STEP;

import io.gpulse.fleet.EngineClient.Line;
import io.gpulse.fleet.FleetPastResponse.Owner;
import io.gpulse.fleet.FleetPastResponse.Past;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** The last 12 hours of the GPUs of an engine, read at most once in a step. */
final class EnginePast {

    private static final Duration AFTER_FAILURE = Duration.ofSeconds(15);
    private static final int STEPS = (int) SPAN.dividedBy(STEP);

    private static final String CLASSES = "min by (cluster, instance, gpu, uuid) (min_over_time(gpulse_gpu_class[6m]))";
    private static final String UTILIZATION = Figure.UTILIZATION.each(
            "max by (cluster, instance, gpu, uuid, UUID) (round(avg_over_time(%1$s[6m]) * %2$s))");
    private static final String OWNERS = "max by (cluster, instance, gpu, uuid, user, job_id, pod_uid)"
            + " (max_over_time(gpulse_gpu_held_bytes[6m]))";

    private final Source source;
    private final InstantSource clock;
    private final Mono<FleetPastResponse> latest;

    /** Returns the series of an expression over time. */
    @FunctionalInterface
    interface Source {
        Mono<List<Line>> lines(String expression, Instant from, Instant to, Duration step);
    }

    /** The steps of a GPU. */
    private static final class Row {

        private final Map<String, String> labels;
        private final char[] classes = new char[STEPS];
        private final @Nullable Integer[] utilization = new Integer[STEPS];
        private final @Nullable String[] owners = new String[STEPS];
        private final double[] held = new double[STEPS];

        Row(Map<String, String> labels) {
            this.labels = labels;
            Arrays.fill(this.classes, '-');
        }

        void hold(int step, @Nullable String owner, double bytes) {
            if (owner != null && bytes > this.held[step]) {
                this.held[step] = bytes;
                this.owners[step] = owner;
            }
        }

        Exporter exporter() {
            return Exporter.of(this.labels);
        }

        /** Adds what another exporter has to the row of the one that reports most. */
        void fillFirst(Map<String, Row> first) {
            Row best = first.computeIfAbsent(exporter().uuid(this.labels), (absent) -> this);
            for (int step = 0; step < STEPS && best.exporter() != exporter(); step++) {
                Integer known = best.utilization[step];
                best.utilization[step] = known == null ? this.utilization[step] : known;
            }
        }

        boolean isFirst(Map<String, Row> first) {
            Row best = first.get(exporter().uuid(this.labels));
            return best == null || best.exporter() == exporter();
        }

        private List<Owner> spans() {
            List<Owner> spans = new ArrayList<>();
            for (int step = 0; step < STEPS; step++) {
                String owner = this.owners[step];
                Owner last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
                if (owner != null && last != null && last.owner().equals(owner) && last.last() == step - 1) {
                    spans.set(spans.size() - 1, new Owner(owner, last.first(), step));
                } else if (owner != null) {
                    spans.add(new Owner(owner, step, step));
                }
            }
            return spans;
        }

        /** Returns the row; null when its UUID is none. */
        @Nullable
        Past past(boolean isOwned) {
            String index = this.labels.getOrDefault("gpu", "");
            String uuid = MachineGpu.uuid(exporter().uuid(this.labels));
            return uuid == null
                    ? null
                    : new Past(
                            MachineReport.text(this.labels.get("instance")),
                            index.matches("\\d{1,4}") ? Integer.valueOf(index) : null,
                            uuid,
                            new String(this.classes),
                            Arrays.asList(this.utilization),
                            isOwned ? spans() : null);
        }
    }

    EnginePast(Source source, InstantSource clock) {
        this.source = source;
        this.clock = clock;
        this.latest = Mono.defer(this::read).cache((past) -> STEP, (failure) -> AFTER_FAILURE, () -> STEP);
    }

    /** Returns the latest past; one without GPUs, with the problem, when the engine does not answer. */
    Mono<FleetPastResponse> latest() {
        return this.latest.onErrorResume(
                MachineException.class,
                (failure) -> Mono.just(FleetPastResponse.of(end(), failure.sentence(), List.of())));
    }

    /** Engines keep answers about aligned steps. */
    private Instant end() {
        long step = STEP.toSeconds();
        return Instant.ofEpochSecond(Math.floorDiv(this.clock.instant().getEpochSecond(), step) * step);
    }

    private Mono<FleetPastResponse> read() {
        Instant end = end();
        return Mono.zip(
                        lines(UTILIZATION, end),
                        lines(CLASSES, end),
                        lines(OWNERS, end).onErrorReturn(List.of()))
                .map((read) -> past(read.getT1(), read.getT2(), read.getT3(), end));
    }

    private Mono<List<Line>> lines(String expression, Instant end) {
        return this.source.lines(expression, end.minus(SPAN).plus(STEP), end, STEP);
    }

    private static FleetPastResponse past(List<Line> utilization, List<Line> classes, List<Line> owners, Instant end) {
        Map<String, Row> rows = new TreeMap<>();
        utilization.forEach(
                (line) -> fill(rows, line, end, (row, step, value) -> row.utilization[step] = (int) Math.round(value)));
        rows.values().stream()
                .collect(Collectors.groupingBy((row) -> row.exporter() + EngineReader.place(row.labels)))
                .values()
                .forEach(EnginePast::toPercent);
        classes.forEach((line) -> fill(rows, line, end, (row, step, value) -> row.classes[step] = digit(value)));
        owners.forEach((line) -> {
            String owner = EngineReader.owner(line.labels());
            fill(rows, line, end, (row, step, value) -> row.hold(step, owner, value));
        });
        Map<String, Row> first = new HashMap<>();
        List<Row> ordered = rows.values().stream()
                .sorted(Comparator.comparing(Row::exporter))
                .toList();
        ordered.forEach((row) -> row.fillFirst(first));
        return FleetPastResponse.of(
                end,
                null,
                ordered.stream()
                        .filter((row) -> row.isFirst(first))
                        .flatMap((row) -> Stream.ofNullable(row.past(!owners.isEmpty())))
                        .toList());
    }

    /** A mean of exactly 1 is all: one percent in each step of 12 hours is rare, a GPU that always works is not. */
    private static void toPercent(List<Row> exporter) {
        DoubleUnaryOperator percent = Figure.percent(
                exporter.stream()
                        .flatMap((row) -> Stream.of(row.utilization))
                        .filter(Objects::nonNull)
                        .mapToDouble(Integer::doubleValue),
                true);
        exporter.forEach((row) -> Arrays.setAll(row.utilization, (step) -> {
            Integer known = row.utilization[step];
            return known == null ? null : (Integer) (int) Math.round(percent.applyAsDouble(known));
        }));
    }

    private static char digit(double place) {
        return place >= 0 && place < GpuClass.ALL.size() ? Character.forDigit((int) place, 10) : '-';
    }

    /** Takes the value of one step. */
    @FunctionalInterface
    private interface Point {
        void at(Row row, int step, double value);
    }

    /** Adds the points of a series. Those of a GPU without UUID are of the first seconds of a gpulse. */
    private static void fill(Map<String, Row> rows, Line line, Instant end, Point point) {
        Exporter exporter = Exporter.of(line.labels());
        String uuid = exporter.uuid(line.labels());
        if (uuid.isEmpty()) {
            return;
        }
        Row row = rows.computeIfAbsent(
                exporter + uuid + line.labels().get("cluster") + line.labels().get("instance"),
                (key) -> new Row(line.labels()));
        for (double[] pair : line.points()) {
            int step =
                    pair.length < 2 ? -1 : (int) ((pair[0] - end.minus(SPAN).getEpochSecond()) / STEP.toSeconds()) - 1;
            if (step >= 0 && step < STEPS && Double.isFinite(pair[1])) {
                point.at(row, step, pair[1]);
            }
        }
    }
}
