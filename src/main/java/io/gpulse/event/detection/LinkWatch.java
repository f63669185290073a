package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.history.accounting.LinkFaults;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Detects recoveries and errors of the NVLinks of a GPU: one row per link, until it had none for ten minutes. */
final class LinkWatch implements GpuWatch {

    private static final Duration QUIET = Duration.ofMinutes(10);

    /** The first growth is recorded at once, further growth after this time. */
    private static final Duration RECORD_EVERY = Duration.ofMinutes(1);

    private static final long NEVER = Long.MIN_VALUE;

    private static final int USUAL_PER_SECOND = 100;

    /** Two metrics may count the same. */
    private static final Map<Metric, Counter> COUNTERS = Map.ofEntries(
            Map.entry(Metric.LINK_RECOVERIES_FAILED, new Counter("failed", Severity.CRITICAL, 0)),
            Map.entry(Metric.LINK_RECOVERIES_ALL, new Counter("recoveries", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_RECOVERIES, new Counter("recoveries", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_MALFORMED, new Counter("malformed", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_OVERRUNS, new Counter("overrun", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_RX_ERRORS, new Counter("rx", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_REMOTE_ERRORS, new Counter("remote", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_GENERAL_ERRORS, new Counter("general", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_INTEGRITY_ERRORS, new Counter("integrity", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_DISCARDS, new Counter("discards", Severity.WARNING, 0)),
            Map.entry(Metric.LINK_CRC, new Counter("crc", Severity.WARNING, USUAL_PER_SECOND)),
            Map.entry(Metric.LINK_REPLAYS, new Counter("replay", Severity.WARNING, USUAL_PER_SECOND)));

    private final EventLog log;
    private final LinkFaults faults = new LinkFaults();
    private final Map<Integer, Link> links = new LinkedHashMap<>();

    /** @param leastPerSecond the rate from which on it is an error: healthy links have a lower one */
    private record Counter(String fact, Severity severity, double leastPerSecond) {}

    LinkWatch(EventLog log) {
        this.log = log;
    }

    @Override
    public void add(EventGpu gpu, GpuSample sample, Snapshot round) {
        for (LinkFaults.Change change : this.faults.add(sample)) {
            Counter counter = COUNTERS.get(change.metric());
            if (counter != null && change.gained() > 0) {
                this.links
                        .computeIfAbsent(change.link(), (number) -> new Link(gpu, number))
                        .add(gpu, change, counter, round.nanos());
            }
        }
    }

    /** The links of a GPU that does not answer count as quiet. */
    @Override
    public void endRound(Snapshot round) {
        this.links.values().forEach((link) -> link.record(round));
    }

    /** One link. */
    private final class Link {

        /** With the index of its last growth, which may change. */
        private EventGpu gpu;

        private final int number;
        private final Map<Metric, Long> grownAt = new HashMap<>();
        private final Map<String, Long> grown = new HashMap<>();
        private final Map<String, Long> unrecorded = new LinkedHashMap<>();
        private final Episode episode = new Episode(Duration.ZERO, QUIET);
        private Severity severity = Severity.INFO;
        private long recordedAt = NEVER;

        Link(EventGpu gpu, int number) {
            this.gpu = gpu;
            this.number = number;
        }

        void add(EventGpu now, LinkFaults.Change change, Counter counter, long nanos) {
            this.gpu = now;
            Long before = this.grownAt.put(change.metric(), nanos);
            // Counters are read every ten seconds: the growth is of at most this time.
            double seconds = before == null ? 10 : Math.min(10, (nanos - before) / 1e9);
            if (change.gained() >= counter.leastPerSecond * seconds) {
                this.grown.merge(counter.fact, change.gained(), Math::max);
                this.severity = this.severity.max(counter.severity);
            }
        }

        void record(Snapshot round) {
            boolean quiet = this.grown.isEmpty();
            this.grown.forEach((fact, more) -> this.unrecorded.merge(fact, more, Long::sum));
            this.grown.clear();
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
