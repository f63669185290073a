package io.gpulse.recording;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tells one recorded look after the other, as fast as they are asked for, once. */
final class StepwiseReplayClock implements ReplayClock {

    private final Recording recording;
    private final Map<Integer, Integer> told = new HashMap<>();

    StepwiseReplayClock(Recording recording) {
        this.recording = recording;
    }

    @Override
    public Optional<Moment> now() {
        return Optional.of(new Moment(0, 0));
    }

    @Override
    public synchronized Optional<Turn> read(int gpu, Moment now, Moment attached) {
        List<Segment> looks = this.recording.gpu(gpu).of(Phase.LOOK);
        int next = this.told.merge(gpu, 1, Integer::sum) - 1;
        return next < looks.size() ? Optional.of(new Turn(0, looks.get(next))) : Optional.empty();
    }

    @Override
    public void pass(long nanos) {
        // As fast as it is asked for.
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
