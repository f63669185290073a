package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Detects recoveries and errors of NVLinks: one row per link, until it had none for ten minutes. */
final class LinkWatch implements RoundWatch {

    private static final Duration QUIET = Duration.ofMinutes(10);

    /** The first growth is recorded at once, further growth after this time. */
    private static final Duration RECORD_EVERY = Duration.ofMinutes(1);

    private static final long NEVER = Long.MIN_VALUE;

    private static final int USUAL_PER_SECOND = 100;

    private static final List<Counter> COUNTERS = counters();

    private final EventLog log;
    private final Map<Place, Link> links = new LinkedHashMap<>();

    private record Place(String uuid, int link) {}

    /**
     * A metric that counts errors.
     *
     * @param leastPerSecond the rate from which on it is an error: healthy links have a lower one
     */
    private record Counter(Metric metric, String fact, Severity severity, double leastPerSecond) {}

    LinkWatch(EventLog log) {
        this.log = log;
    }

    private static List<Counter> counters() {
        Stream<Optional<Counter>> recoveries = Stream.of(
                counter("link.nvlink.recovery.failed", "failed", Severity.CRITICAL, 0),
                counter("link.nvlink.recovery.total", "recoveries", Severity.WARNING, 0),
                counter("link.nvlink.errors.recovery", "recoveries", Severity.WARNING, 0));
        Stream<Optional<Counter>> errors = Stream.of(
                        "malformed", "overrun", "rx", "remote", "general", "integrity", "discards")
                .map((kind) -> counter("link.nvlink.errors." + kind, kind, Severity.WARNING, 0));
        Stream<Optional<Counter>> repeats = Stream.of("crc", "replay")
                .map((kind) -> counter("link.nvlink.errors." + kind, kind, Severity.WARNING, USUAL_PER_SECOND));
        return Stream.of(recoveries, errors, repeats)
                .flatMap(Function.identity())
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<Counter> counter(String key, String fact, Severity severity, double least) {
        return Metric.of(Scope.LINK).stream()
                .filter((metric) -> metric.key().equals(key))
                .map((metric) -> new Counter(metric, fact, severity, least))
                .findFirst();
    }

    @Override
    public void add(Snapshot round) {
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> add(gpu, sample, round));
        // The links of a GPU that does not answer count as quiet.
        this.links.values().forEach((link) -> link.record(round));
    }

    private void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        for (LinkSample link : sample.known().links()) {
            this.links
                    .computeIfAbsent(new Place(gpu.uuid(), link.link()), (place) -> new Link(gpu, link.link()))
                    .add(link, round);
        }
    }

    /** One link. */
    private final class Link {

        private final EventGpu gpu;
        private final int number;
        private final Growth growth = new Growth();
        private final Map<Metric, Long> readAt = new HashMap<>();
        private final Map<String, Long> unrecorded = new LinkedHashMap<>();
        private final Episode episode = new Episode(Duration.ZERO, QUIET);
        private Severity severity = Severity.INFO;
        private long recordedAt = NEVER;
        private boolean grew;

        Link(EventGpu gpu, int number) {
            this.gpu = gpu;
            this.number = number;
        }

        void add(LinkSample link, Snapshot round) {
            // Two metrics may count the same.
            Map<String, Long> now = new HashMap<>();
            for (Counter counter : COUNTERS) {
                long more = this.growth.of(counter.metric, link.readings());
                if (more > 0 && isEnough(counter, more, round.nanos())) {
                    now.merge(counter.fact, more, Math::max);
                    this.severity = this.severity.max(counter.severity);
                    this.grew = true;
                }
            }
            now.forEach((fact, more) -> this.unrecorded.merge(fact, more, Long::sum));
        }

        private boolean isEnough(Counter counter, long more, long nanos) {
            Long before = this.readAt.put(counter.metric, nanos);
            // Counters are read every ten seconds: the growth is of at most this time.
            double seconds = before == null ? 10 : Math.min(10, (nanos - before) / 1e9);
            return more >= counter.leastPerSecond * seconds;
        }

        void record(Snapshot round) {
            boolean quiet = !this.grew;
            this.grew = false;
            if (!quiet) {
                this.episode.hold(round, this::begin);
            }
            Incident firing = this.episode.row();
            boolean over = quiet && this.episode.clear(round).isPresent();
            if (firing != null && !this.unrecorded.isEmpty() && (over || isDue(firing, round.nanos()))) {
                grow(firing, round.nanos());
            }
            if (firing != null && over) {
                firing.end(this.episode.last());
                this.severity = Severity.INFO;
                this.recordedAt = NEVER;
            }
        }

        private Incident begin(Instant since) {
            return LinkWatch.this.log.begin(EventDraft.of(since, EventKind.LINK_ERRORS, this.severity, this.gpu)
                    .with(EventAttribute.RULE, "ailing-link")
                    .with(EventAttribute.LINK, this.number));
        }

        private boolean isDue(Incident row, long nanos) {
            return this.recordedAt == NEVER
                    || this.severity.compareTo(row.event().severity()) > 0
                    || nanos - this.recordedAt >= RECORD_EVERY.toNanos();
        }

        private void grow(Incident row, long nanos) {
            Map<String, Long> more = Map.copyOf(this.unrecorded);
            row.change((change) -> {
                change.severity(this.severity);
                more.forEach(change::more);
                change.counted(more.values().stream().mapToLong(Long::longValue).sum(), EventAttribute.TOTAL);
            });
            this.unrecorded.clear();
            this.recordedAt = nanos;
        }
    }
}
