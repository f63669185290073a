package io.gpulse.recording;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A replay clock that returns one recorded round for each request, once. */
final class StepwiseReplayClock implements ReplayClock {

    private final Recording recording;
    private final Map<Integer, Integer> next = new HashMap<>();

    StepwiseReplayClock(Recording recording) {
        this.recording = recording;
    }

    @Override
    public Optional<Moment> now() {
        return Optional.of(new Moment(0, 0));
    }

    @Override
    public synchronized Optional<Turn> read(int gpu, Moment now, Moment attached) {
        List<Segment> rounds = this.recording.gpu(gpu).of(Phase.LOOK);
        int next = this.next.merge(gpu, 1, Integer::sum) - 1;
        return next < rounds.size() ? Optional.of(new Turn(0, rounds.get(next))) : Optional.empty();
    }

    @Override
    public void pass(long nanos) {
        // No waiting.
    }

    @Override
    public void hang(Moment since) {
        throw new HangException();
    }

    /** The call did not return when it was recorded. */
    static final class HangException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }
}
