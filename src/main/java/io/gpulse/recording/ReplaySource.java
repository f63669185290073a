package io.gpulse.recording;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.recording.ReplayClock.Moment;
import io.gpulse.recording.ReplayClock.Turn;
import io.gpulse.recording.ReplayedCalls.RestartedException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs of a machine that was recorded, seen through the same reader as those of this one. The recording is read
 * when it is first wanted, and its time begins when it is opened.
 */
final class ReplaySource implements GpuSource {

    static final String ENDED = "The recording has been replayed to its end.";

    private final Supplier<Recording> recording;
    private final Function<Recording, ReplayClock> clocks;
    private final UnaryOperator<NvmlSource> limited;
    private volatile @Nullable Replay replay;
    private volatile @Nullable Diagnosis ended;

    /**
     * @param recording reads the recording once
     * @param clocks starts the clock of the replay
     * @param limited the visible part of the source
     */
    ReplaySource(
            Supplier<Recording> recording, Function<Recording, ReplayClock> clocks, UnaryOperator<NvmlSource> limited) {
        this.recording = recording;
        this.clocks = clocks;
        this.limited = limited;
    }

    /** A started replay. */
    private record Replay(Recording recording, ReplayClock clock, ReplayedCalls calls, NvmlSource nvml) {}

    @Override
    public SourceKind kind() {
        return SourceKind.RECORDING;
    }

    /** Returns the source of a recording in which no driver answered. */
    @Override
    public Source without(String reason) {
        Instant at = this.recording.get().header().recordedAt();
        return new Source(SourceKind.RECORDING, true, null, null, null, reason).recorded(at);
    }

    @Override
    public void verify() {
        Objects.requireNonNull(this.recording.get());
    }

    @Override
    public Diagnosis diagnosis() {
        Replay started = this.replay;
        Diagnosis known = started == null ? Diagnosis.UNKNOWN : started.nvml.diagnosis();
        return Objects.requireNonNullElse(this.ended, known);
    }

    @Override
    public @Nullable String callInProgress() {
        Replay started = this.replay;
        return started == null ? null : started.nvml.callInProgress();
    }

    private Replay started() {
        Replay known = this.replay;
        if (known == null) {
            Recording read = this.recording.get();
            ReplayClock clock = this.clocks.apply(read);
            ReplayedCalls calls = new ReplayedCalls(read, clock);
            NvmlSource nvml = NvmlSource.replayed(calls, calls::readerNanos).withOwners(Owners.NAMED_BY_DRIVER);
            known = new Replay(read, clock, calls, this.limited.apply(nvml));
            this.replay = known;
        }
        return known;
    }

    @Override
    public GpuSession open() throws SourceUnavailableException {
        Replay started = started();
        Optional<Moment> now = started.clock.now();
        Optional<Segment> opening =
                now.flatMap((moment) -> started.recording.driver().at(moment.nanos(), Phase.OPEN));
        if (now.isEmpty() || opening.isEmpty()) {
            Diagnosis end = new Diagnosis(ENDED, List.of(), List.of());
            this.ended = end;
            throw new SourceUnavailableException(end);
        }
        try {
            return new ReplayedSession(
                    started,
                    started.calls.during(started.recording.driver(), opening.get(), now.get(), started.nvml::open));
        } catch (RestartedException restarted) {
            throw new SourceUnavailableException(new Diagnosis(restarted.getMessage(), List.of(), List.of()));
        }
    }

    /** A session with the recorded driver. */
    private static final class ReplayedSession implements GpuSession {

        private final Replay replay;
        private final GpuSession session;

        /** In which round a GPU was last in trouble. */
        private final Map<Integer, Integer> troubled = new ConcurrentHashMap<>();

        ReplayedSession(Replay replay, GpuSession session) {
            this.replay = replay;
            this.session = session;
        }

        @Override
        public Source source() {
            return this.session.source().recorded(this.replay.recording.header().recordedAt());
        }

        @Override
        public int gpuCount() {
            return this.session.gpuCount();
        }

        @Override
        public Gpu attach(int index) throws GpuRefusedException {
            Moment now = this.replay.clock.now().orElseThrow(ReplaySource::over);
            return new ReplayedGpu(this, index, now, attach(index, now));
        }

        private Gpu attach(int index, Moment now) throws GpuRefusedException {
            History history = this.replay.recording.gpu(index);
            Segment segment = history.at(now.nanos(), Phase.ATTACH).orElseThrow(ReplaySource::notRecorded);
            try {
                return this.replay.calls.during(history, segment, now, () -> this.session.attach(index));
            } catch (RestartedException restarted) {
                throw restarted(restarted);
            } catch (GpuRefusedException refused) {
                this.troubled.put(index, now.round());
                throw refused;
            }
        }

        /** Returns whether a lost GPU is back, which happens when the recording restarts. */
        @Override
        public boolean isBack(GpuIdentity gpu) {
            return this.replay.clock.now().filter(this::wasTroubledBefore).isPresent();
        }

        /** Returns whether a GPU had failed at the end of the last pass and must be attached again. */
        boolean wasTroubledBefore(Moment now) {
            return this.troubled.values().stream().anyMatch((round) -> round < now.round());
        }

        @Override
        public Map<Integer, Owner> owners(Set<Integer> pids, Owners ofMachine) {
            History history = this.replay.recording.driver();
            Moment now = this.replay.clock.now().orElse(new Moment(0, 0));
            return history.at(now.nanos(), Phase.OWNERS)
                    .map((segment) ->
                            this.replay.calls.during(history, segment, now, () -> this.session.owners(pids, ofMachine)))
                    .orElseGet(() -> Owners.UNKNOWN.of(pids, (pid) -> Optional.empty()));
        }

        @Override
        public @Nullable String callInProgress(int index) {
            return this.session.callInProgress(index);
        }

        @Override
        public void close() {
            this.session.close();
        }
    }

    private static GpuRefusedException over() {
        return new GpuRefusedException(GpuReadResult.Verdict.SESSION_OVER, ENDED);
    }

    private static GpuRefusedException restarted(RestartedException hung) {
        return new GpuRefusedException(GpuReadResult.Verdict.REFUSED, String.valueOf(hung.getMessage()));
    }

    private static GpuRefusedException notRecorded() {
        return new GpuRefusedException(
                GpuReadResult.Verdict.REFUSED, "This GPU was not read when the recording was made.");
    }

    /** The last result, and the requested cadences. */
    private record LastRound(@Nullable Turn turn, Set<Cadence> requested, GpuReadResult result) {

        static final LastRound NOTHING = new LastRound(null, Set.of(), GpuReadResult.fine(Readings.NONE));
    }

    /** A recorded GPU, attached again at each restart of the recording. Used by one thread. */
    private static final class ReplayedGpu implements Gpu {

        private final ReplayedSession session;
        private final int index;
        private Moment attached;
        private Gpu gpu;
        private LastRound last = LastRound.NOTHING;

        ReplayedGpu(ReplayedSession session, int index, Moment attached, Gpu gpu) {
            this.session = session;
            this.index = index;
            this.attached = attached;
            this.gpu = gpu;
        }

        @Override
        public GpuIdentity identity() {
            return this.gpu.identity();
        }

        @Override
        public GpuReadResult read(Set<Cadence> due) {
            Optional<Moment> now = this.session.replay.clock.now();
            if (now.isEmpty()) {
                return over().result();
            }
            if (this.session.wasTroubledBefore(now.get())) {
                return GpuReadResult.failed(GpuReadResult.Verdict.SESSION_OVER, "The recording restarts.");
            }
            try {
                return read(now.get(), due);
            } catch (RestartedException restarted) {
                return restarted(restarted).result();
            } catch (GpuRefusedException refusal) {
                return refusal.result();
            }
        }

        private GpuReadResult read(Moment now, Set<Cadence> due) throws GpuRefusedException {
            Set<Cadence> requested = due;
            if (now.round() != this.attached.round()) {
                this.gpu = this.session.attach(this.index, now);
                this.attached = now;
                requested = EnumSet.allOf(Cadence.class);
            }
            if (this.session.replay.recording.gpu(this.index).of(Phase.LOOK).isEmpty()) {
                throw notRecorded();
            }
            Turn turn = this.session
                    .replay
                    .clock
                    .read(this.index, now, this.attached)
                    .orElseThrow(ReplaySource::over);
            if (turn.equals(this.last.turn()) && this.last.requested().containsAll(requested)) {
                // Another read at the same moment would find unchanged counters, and therefore no rates.
                return this.last.result();
            }
            GpuReadResult result = read(turn, requested);
            this.last = new LastRound(turn, Set.copyOf(requested), result);
            if (result.verdict() != GpuReadResult.Verdict.FINE) {
                this.session.troubled.put(this.index, now.round());
            }
            return result;
        }

        private GpuReadResult read(Turn turn, Set<Cadence> due) {
            Moment moment = new Moment(turn.round(), turn.segment().at());
            return this.session.replay.calls.during(
                    this.session.replay.recording.gpu(this.index), turn.segment(), moment, () -> this.gpu.read(due));
        }

        /** Returns no readings by source, since the recording has none. */
        @Override
        public List<Reading> bySource(Metric row) {
            return List.of();
        }
    }
}
