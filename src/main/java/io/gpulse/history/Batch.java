package io.gpulse.history;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.LinkErrorCount;
import io.gpulse.history.accounting.TimedSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is stored at once.
 *
 * @param gpus those that it is about
 * @param samples of some rounds, the oldest first
 * @param accounting what their time went to
 * @param linkErrors counters that have changed, the oldest first
 */
public record Batch(
        List<KnownGpu> gpus, List<StoredSample> samples, AccountingUpdate accounting, List<LinkErrorCount> linkErrors) {

    public Batch {
        gpus = List.copyOf(gpus);
        samples = List.copyOf(samples);
        linkErrors = List.copyOf(linkErrors);
    }

    /**
     * Rounds that are not stored yet, in the form in which they are stored. Those of the last two minutes are kept, as
     * far as they do not take too much memory. One thread uses it.
     */
    static final class Waiting {

        private static final long KEPT_NANOS = Duration.ofMinutes(2).toNanos();

        /** Two minutes of 16 GPUs and the machine at ten rounds a second. */
        private static final int MOST_SAMPLES = 20_400;

        private final Deque<Round> rounds = new ArrayDeque<>();
        private int samples;

        private record Round(long at, long nanos, List<KnownGpu> gpus, List<StoredSample> samples) {}

        void add(TimedSnapshot round) {
            Snapshot snapshot = round.snapshot();
            long at = snapshot.takenAt().toEpochMilli();
            List<KnownGpu> gpus = new ArrayList<>();
            List<StoredSample> all = new ArrayList<>();
            for (GpuSample gpu : snapshot.gpus()) {
                GpuIdentity identity = gpu.identity();
                if (identity != null && gpu.state() == GpuState.OK) {
                    gpus.add(new KnownGpu(identity.uuid(), gpu.index(), identity.name(), snapshot.takenAt()));
                    all.add(StoredSample.of(new Subject(identity.uuid()), at, gpu.readings()));
                }
            }
            HostSample host = snapshot.host();
            if (host != null) {
                all.add(StoredSample.of(Subject.HOST, at, host.readings()));
            }
            this.rounds.addLast(new Round(at, round.nanos(), gpus, all));
            this.samples += all.size();
            limit();
        }

        int size() {
            return this.rounds.size();
        }

        /** When the newest was taken, in epoch ms; 0 when there is none. */
        long lastAt() {
            Round last = this.rounds.peekLast();
            return last == null ? 0 : last.at;
        }

        /** Whether a round began before a moment. */
        boolean hasBefore(Instant moment) {
            Round first = this.rounds.peekFirst();
            return first != null && first.at < moment.toEpochMilli();
        }

        void clear() {
            this.rounds.clear();
            this.samples = 0;
        }

        /** Gives up the oldest of what is too much. */
        private void limit() {
            while (!this.rounds.isEmpty() && isTooMuch(this.rounds.getFirst())) {
                this.samples -= this.rounds.removeFirst().samples.size();
            }
        }

        private boolean isTooMuch(Round oldest) {
            return this.samples > MOST_SAMPLES || this.rounds.getLast().nanos - oldest.nanos > KEPT_NANOS;
        }

        Batch batch(AccountingUpdate accounting, List<LinkErrorCount> linkErrors) {
            Map<String, KnownGpu> gpus = new LinkedHashMap<>();
            this.rounds.forEach((round) -> round.gpus.forEach((gpu) -> gpus.put(gpu.uuid(), gpu)));
            List<StoredSample> all = this.rounds.stream()
                    .flatMap((round) -> round.samples.stream())
                    .toList();
            return new Batch(List.copyOf(gpus.values()), all, accounting, linkErrors);
        }
    }

    public Batch(List<KnownGpu> gpus, List<StoredSample> samples) {
        this(gpus, samples, AccountingUpdate.NONE, List.of());
    }
}
