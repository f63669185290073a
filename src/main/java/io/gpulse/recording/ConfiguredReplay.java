package io.gpulse.recording;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import java.time.Instant;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The recording that was configured. It is read when it is first wanted, and its time begins when it is opened. */
final class ConfiguredReplay implements GpuSource {

    private final Supplier<Recording> reading;
    private final Function<Recording, ReplaySource> replaying;
    private @Nullable Recording recording;
    private volatile @Nullable ReplaySource replay;

    /**
     * @param reading reads it
     * @param replaying begins the replay
     */
    ConfiguredReplay(Supplier<Recording> reading, Function<Recording, ReplaySource> replaying) {
        this.reading = reading;
        this.replaying = replaying;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.RECORDING;
    }

    /** Returns the source of a recording in which no driver answered. */
    @Override
    public Source without(String reason) {
        Instant at = recording().header().recordedAt();
        return new Source(SourceKind.RECORDING, true, null, null, null, reason, at);
    }

    @Override
    public void verify() {
        recording();
    }

    private synchronized Recording recording() {
        Recording known = this.recording;
        if (known == null) {
            known = this.reading.get();
            this.recording = known;
        }
        return known;
    }

    @Override
    public GpuSession open() throws SourceUnavailableException {
        ReplaySource known = this.replay;
        if (known == null) {
            known = this.replaying.apply(recording());
            this.replay = known;
        }
        return known.open();
    }

    @Override
    public Diagnosis diagnosis() {
        ReplaySource known = this.replay;
        return known == null ? Diagnosis.UNKNOWN : known.diagnosis();
    }

    @Override
    public @Nullable String callInProgress() {
        ReplaySource known = this.replay;
        return known == null ? null : known.callInProgress();
    }
}
