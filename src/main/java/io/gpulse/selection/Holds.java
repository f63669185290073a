package io.gpulse.selection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** GPUs that are held for callers, in memory only. Thread-safe. */
final class Holds {

    static final int MOST = 64;
    static final int MOST_OF_CALLER = 16;
    static final Duration LONGEST = Duration.ofHours(1);

    private static final Duration LATER = Duration.ofSeconds(5);
    private static final int ID_LENGTH = 12;

    private final Supplier<@Nullable Snapshot> latest;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private long version;

    /**
     * @param caller whose number of holds is limited
     * @param holder a name for people
     * @param offer whether it concerns only requests that wait: one of them was answered, without a hold
     */
    record Request(String caller, String holder, Duration time, boolean offer) {}

    /**
     * @param environment of the GPUs that were held at first
     * @param processes those that were on each GPU then; only of the GPUs that are still held
     * @param lastNanos its latest end, however often it is renewed
     */
    private record Entry(
            String id,
            Request request,
            String environment,
            Map<FreeGpu, Set<Integer>> processes,
            long lastNanos,
            long endNanos) {

        boolean isOffer() {
            return this.request.offer();
        }

        /** Returns it with another end, which is not later than its last one. */
        Entry untilNanos(long end) {
            long earlier = end - this.lastNanos < 0 ? end : this.lastNanos;
            return new Entry(this.id, this.request, this.environment, this.processes, this.lastNanos, earlier);
        }
    }

    /**
     * @param latest returns the latest round; null before the first one
     * @param nanos a monotonic clock, in nanoseconds
     */
    Holds(Supplier<@Nullable Snapshot> latest, InstantSource clock, LongSupplier nanos) {
        this.latest = latest;
        this.clock = clock;
        this.nanos = nanos;
    }

    /** @throws ProblemException when a limit is reached */
    synchronized Hold add(Request request, List<FreeGpu> gpus) {
        if (!request.offer()) {
            requireRoom(request.caller());
        }
        Map<FreeGpu, Set<Integer>> before = new LinkedHashMap<>();
        gpus.forEach((gpu) -> before.put(gpu, processes(gpu, this.latest.get())));
        String id = UUID.randomUUID().toString().replace("-", "").substring(0, ID_LENGTH);
        Entry added = new Entry(id, request, FreeGpu.environment(gpus), before, end(LONGEST), end(request.time()));
        this.entries.put(id, added);
        this.version++;
        return hold(added);
    }

    private void requireRoom(String caller) {
        settle();
        require((entry) -> true, MOST, "gpulse has reached its limit of ");
        require((entry) -> entry.request.caller().equals(caller), MOST_OF_CALLER, "You have reached your limit of ");
    }

    private void require(Predicate<Entry> counted, int most, String otherwise) {
        long count = this.entries.values().stream()
                .filter((entry) -> !entry.isOffer())
                .filter(counted)
                .count();
        if (count >= most) {
            throw ProblemException.tooManyRequests(
                    otherwise + most + " holds; release one, or try again later.", LATER);
        }
    }

    private long end(Duration time) {
        return this.nanos.getAsLong() + time.toNanos();
    }

    private Hold hold(Entry entry) {
        return new Hold(
                entry.id,
                entry.request.holder(),
                List.copyOf(entry.processes.keySet()),
                entry.environment,
                until(entry));
    }

    private Instant until(Entry entry) {
        return this.clock.instant().plusNanos(entry.endNanos - this.nanos.getAsLong());
    }

    /** Returns the renewed hold; empty when this caller has no such hold, or no longer. */
    synchronized Optional<Hold> renew(String id, String caller, Duration time) {
        settle();
        return find(id, caller).map((entry) -> {
            Entry renewed = entry.untilNanos(end(time));
            this.entries.put(id, renewed);
            return hold(renewed);
        });
    }

    /** Returns whether this caller had such a hold. */
    synchronized boolean release(String id, String caller) {
        settle();
        return find(id, caller).map((entry) -> remove(id)).orElse(false);
    }

    /** Ends what the caller of a request did not receive. */
    synchronized boolean remove(String id) {
        this.version++;
        return this.entries.remove(id) != null;
    }

    private Optional<Entry> find(String id, String caller) {
        return Optional.ofNullable(this.entries.get(id))
                .filter((entry) -> entry.request.caller().equals(caller));
    }

    /** Returns a number that changes when GPUs are held, or no longer. */
    synchronized long version() {
        settle();
        return this.version;
    }

    /**
     * Returns for whom GPUs are held, by their keys.
     *
     * @param offers whether to include what was offered to requests that waited
     */
    synchronized Map<String, Hold.For> holders(boolean offers) {
        settle();
        Map<String, Hold.For> holders = new HashMap<>();
        this.entries.values().stream()
                .filter((entry) -> offers || !entry.isOffer())
                .forEach((entry) -> entry.processes.keySet().forEach((gpu) -> holders.put(gpu.key(), holder(entry))));
        return holders;
    }

    private Hold.For holder(Entry entry) {
        Duration left = Duration.ofNanos(entry.endNanos - this.nanos.getAsLong());
        return new Hold.For(
                entry.request.holder(), until(entry), left.plusMillis(999).toSeconds());
    }

    /** Ends holds whose time is over, and removes GPUs on which a new process is. */
    private void settle() {
        long now = this.nanos.getAsLong();
        Snapshot round = this.latest.get();
        boolean hasChanged = this.entries.values().removeIf((entry) -> {
            entry.processes
                    .entrySet()
                    .removeIf((held) -> !held.getValue().containsAll(processes(held.getKey(), round)));
            return entry.endNanos - now <= 0 || entry.processes.isEmpty();
        });
        this.version += hasChanged ? 1 : 0;
    }

    private static Set<Integer> processes(FreeGpu gpu, @Nullable Snapshot round) {
        List<GpuSample> all = round == null ? List.of() : round.gpus();
        return all.stream()
                .flatMap((sample) -> processes(gpu, sample))
                .map(ProcessSample::pid)
                .collect(Collectors.toSet());
    }

    /** Returns the processes of the GPU or the MIG instance with this UUID; none where it is not listed. */
    private static Stream<ProcessSample> processes(FreeGpu gpu, GpuSample sample) {
        if (FreeGpu.of(sample).key().equals(gpu.key())) {
            return sample.known().processes().stream();
        }
        return sample.known().mig().stream()
                .filter((instance) -> instance.uuid().equals(gpu.uuid()))
                .flatMap((instance) -> sample.known().processes().stream()
                        .filter((process) -> instance.place().equals(process.instance())));
    }
}
