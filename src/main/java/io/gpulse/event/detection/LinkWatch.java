package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.LinkSample;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.TimedSnapshot;
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
import org.jspecify.annotations.Nullable;

/** Recoveries and errors of NVLinks: one row a link, until it was quiet for ten minutes. */
final class LinkWatch implements RoundWatch {

    private static final Duration QUIET = Duration.ofMinutes(10);

    /** The first growth is told at once, further growth so often. */
    private static final Duration TOLD_EVERY = Duration.ofMinutes(1);

    private static final int USUAL_PER_SECOND = 100;

    private static final List<Counter> COUNTERS = counters();

    private final EventLog log;
    private final Map<Place, Link> links = new LinkedHashMap<>();

    private record Place(String uuid, int link) {}

    /**
     * A row of the catalogue that counts what should not happen.
     *
     * @param leastPerSecond healthy links have some of it too: less is no error
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
    public void add(TimedSnapshot round) {
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> add(gpu, sample, round));
        // A GPU that does not answer is quiet, too.
        this.links.values().forEach((link) -> link.tell(round));
    }

    private void add(EventGpu gpu, GpuSample sample, TimedSnapshot round) {
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
        private final Map<String, Long> untold = new LinkedHashMap<>();
        private Severity severity = Severity.INFO;
        private @Nullable Incident incident;
        private long toldAt;
        private long grewAt;
        private Instant last = Instant.EPOCH;

        Link(EventGpu gpu, int number) {
            this.gpu = gpu;
            this.number = number;
        }

        void add(LinkSample link, TimedSnapshot round) {
            // Two rows may count the same.
            Map<String, Long> now = new HashMap<>();
            for (Counter counter : COUNTERS) {
                long more = this.growth.of(counter.metric, link.readings());
                if (more > 0 && isEnough(counter, more, round.nanos())) {
                    now.merge(counter.fact, more, Math::max);
                    this.severity = this.severity.max(counter.severity);
                    this.grewAt = round.nanos();
                    this.last = round.snapshot().takenAt();
                }
            }
            now.forEach((fact, more) -> this.untold.merge(fact, more, Long::sum));
        }

        private boolean isEnough(Counter counter, long more, long nanos) {
            Long before = this.readAt.put(counter.metric, nanos);
            // What is read every ten seconds grew in ten seconds at most since it grew last.
            double seconds = before == null ? 10 : Math.min(10, (nanos - before) / 1e9);
            return more >= counter.leastPerSecond * seconds;
        }

        void tell(TimedSnapshot round) {
            Incident told = this.incident;
            if (told == null) {
                if (!this.untold.isEmpty()) {
                    begin(round);
                }
                return;
            }
            boolean worse = this.severity.compareTo(told.event().severity()) > 0;
            boolean due = round.nanos() - this.toldAt >= TOLD_EVERY.toNanos();
            boolean quiet = round.nanos() - this.grewAt >= QUIET.toNanos();
            if (!this.untold.isEmpty() && (worse || due || quiet)) {
                grow(told, round.nanos());
            }
            if (quiet) {
                told.end(this.last);
                this.incident = null;
                this.severity = Severity.INFO;
            }
        }

        private void begin(TimedSnapshot round) {
            EventDraft draft = EventDraft.of(round.snapshot().takenAt(), EventKind.LINK_ERRORS, this.severity, this.gpu)
                    .with(EventAttribute.LINK, this.number);
            Incident begun = LinkWatch.this.log.begin(draft);
            this.incident = begun;
            grow(begun, round.nanos());
        }

        private void grow(Incident told, long nanos) {
            Map<String, Long> more = Map.copyOf(this.untold);
            told.change((change) -> {
                change.severity(this.severity);
                more.forEach(change::more);
                change.counted(more.values().stream().mapToLong(Long::longValue).sum(), EventAttribute.TOTAL);
            });
            this.untold.clear();
            this.toldAt = nanos;
        }
    }
}
