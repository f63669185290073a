package io.gpulse.history;

import io.gpulse.device.GpuSample;
import io.gpulse.device.HostSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.LinkErrorCount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows that are stored in one transaction.
 *
 * @param gpus the GPUs of the samples
 * @param samples samples of some rounds, the oldest first
 * @param accounting occupancy, energy and processes of the rounds
 * @param linkErrors changed counters, the oldest first
 */
public record Batch(
        List<KnownGpu> gpus, List<StoredSample> samples, AccountingUpdate accounting, List<LinkErrorCount> linkErrors) {

    /** The rounds of at most two minutes that are not stored yet, within a limit of memory. Used by one thread. */
    static final class Pending {

        private static final long KEPT_NANOS = Duration.ofMinutes(2).toNanos();

        /**
         * Two minutes of 16 GPUs and the host with ten rounds a second; less time of GPUs with MIG instances, each of
         * which has a sample of its own.
         */
        private static final int MOST_SAMPLES = 20_400;

        private final Deque<Round> rounds = new ArrayDeque<>();
        private final Map<String, KnownGpu> gpus = new LinkedHashMap<>();
        private final InstanceSeries instances = new InstanceSeries();
        private final Map<String, Added> added = new HashMap<>();
        private int samples;

        /** The last figures of a GPU, and their round. */
        private record Added(@Nullable Instant sampledAt, long nanos) {}

        private record Round(long at, long nanos, List<StoredSample> samples) {}

        void add(Snapshot snapshot) {
            long at = snapshot.takenAt().toEpochMilli();
            List<StoredSample> all = new ArrayList<>();
            snapshot.byUuid().forEach((uuid, gpu) -> {
                if (gpu.isRead()) {
                    this.gpus.put(uuid, KnownGpu.of(gpu, snapshot));
                    if (!isRepeated(uuid, gpu, snapshot)) {
                        addTo(all, uuid, gpu, at);
                    }
                }
            });
            HostSample host = snapshot.host();
            if (host != null) {
                all.add(StoredSample.of(Subject.HOST, at, host.readings()));
            }
            this.rounds.addLast(new Round(at, snapshot.nanos(), all));
            this.samples += all.size();
            limit();
        }

        private void addTo(List<StoredSample> all, String uuid, GpuSample gpu, long at) {
            all.add(StoredSample.of(new Subject(uuid), at, gpu.readings()));
            gpu.known()
                    .mig()
                    .forEach((instance) ->
                            all.add(StoredSample.of(this.instances.of(uuid, instance, at), at, instance.readings())));
        }

        /**
         * Returns whether a document of nvidia-smi, or a sample of a GPU that answers late, that was added before is
         * shown in this round too. A document is added again before its series has a gap.
         */
        private boolean isRepeated(String uuid, GpuSample gpu, Snapshot round) {
            boolean late = gpu.lateSampledAt() != null;
            if (round.source().kind() != SourceKind.NVIDIA_SMI && !late) {
                return false;
            }
            Added last = this.added.get(uuid);
            boolean isRepeated = last != null
                    && Objects.equals(last.sampledAt, gpu.sampledAt())
                    && (late || !round.isGap(round.since(last.nanos).plus(round.every())));
            if (!isRepeated) {
                this.added.put(uuid, new Added(gpu.sampledAt(), round.nanos()));
            }
            return isRepeated;
        }

        int size() {
            return this.rounds.size();
        }

        /** Returns the time of the newest round, in epoch ms; 0 when there is none. */
        long lastAt() {
            Round last = this.rounds.peekLast();
            return last == null ? 0 : last.at;
        }

        /** Returns whether a round began before a time. */
        boolean hasBefore(Instant time) {
            Round first = this.rounds.peekFirst();
            return first != null && first.at < time.toEpochMilli();
        }

        void clear() {
            this.rounds.clear();
            this.gpus.clear();
            this.samples = 0;
        }

        /** Drops the oldest rounds beyond the limits. */
        private void limit() {
            while (!this.rounds.isEmpty() && isTooMuch(this.rounds.getFirst())) {
                this.samples -= this.rounds.removeFirst().samples.size();
            }
        }

        private boolean isTooMuch(Round oldest) {
            return this.samples > MOST_SAMPLES || this.rounds.getLast().nanos - oldest.nanos > KEPT_NANOS;
        }

        Batch batch(AccountingUpdate accounting, List<LinkErrorCount> linkErrors) {
            List<StoredSample> all = this.rounds.stream()
                    .flatMap((round) -> round.samples.stream())
                    .toList();
            return new Batch(List.copyOf(this.gpus.values()), all, accounting, linkErrors);
        }
    }
}
