package io.gpulse.recording;

import io.gpulse.metric.Cadence;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls that one thread made in one go: one look at a GPU, for example. Filled while a recording is read.
 *
 * @param gpu its index, or {@link #NO_GPU}
 * @param at the start in nanoseconds since the start of the recording
 * @param due the cadences read in a round
 * @param invocations in the order in which they were made
 */
record Segment(Phase phase, int gpu, long at, Set<Cadence> due, ArrayList<Invocation> invocations) {

    /** The index of a segment without a GPU. */
    static final int NO_GPU = -1;

    Segment(Phase phase, int gpu, long at, Set<Cadence> due) {
        this(phase, gpu, at, Set.copyOf(due), new ArrayList<>());
    }

    void add(Invocation invocation) {
        this.invocations.add(invocation);
    }

    /** Releases spare memory. */
    void trim() {
        this.invocations.trimToSize();
    }

    /**
     * In the order in which they were made; empty when such a call was not made.
     *
     * @param key one that the recording has itself
     */
    @SuppressWarnings("ReferenceEquality") // a recording has each key once
    List<Invocation> of(RecordedCall.Key key) {
        List<Invocation> found = new ArrayList<>(1);
        for (Invocation invocation : this.invocations) {
            if (invocation.call().key() == key) {
                found.add(invocation);
            }
        }
        return found;
    }

    /** Returns those of the calls that follow the sample of one GPU or MIG instance; all when none was taken. */
    @SuppressWarnings("ReferenceEquality") // a recording has each key once
    List<Invocation> of(RecordedCall.Key key, RecordedCall.@Nullable Key sample) {
        if (sample == null) {
            return of(key);
        }
        List<Invocation> found = new ArrayList<>(1);
        boolean follows = false;
        for (Invocation invocation : this.invocations) {
            RecordedCall.Key made = invocation.call().key();
            follows = made.takesSample() ? made == sample : follows;
            if (made == key && follows) {
                found.add(invocation);
            }
        }
        return found;
    }

    /** Returns the code of all calls; empty when one succeeded, did not return, or had another code. */
    OptionalInt onlyFailure() {
        if (this.invocations.isEmpty() || this.invocations.stream().anyMatch(Invocation::hangs)) {
            return OptionalInt.empty();
        }
        int first = this.invocations.get(0).code();
        return first != 0 && this.invocations.stream().allMatch((invocation) -> invocation.code() == first)
                ? OptionalInt.of(first)
                : OptionalInt.empty();
    }
}
