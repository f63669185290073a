package io.gpulse.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.record.GpmMetricRecord;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The activity of MIG instances in a recording: the call that reads it names no instance. */
class ReplayedMonitorTests {

    private static final int ACTIVITY = 2;
    private static final int NO_DATA = 21;
    private static final long GPU = 1;

    @TempDir
    private Path directory;

    private Recording recording;

    /** A driver whose activity of an instance in percent is its id times ten. */
    private static final class Driver implements NvmlCalls {

        private int sampled;

        @Override
        public Prepared prepare(long device, Call call) {
            ByteBuffer memory = ByteBuffer.allocateDirect(call.layout().size()).order(ByteOrder.LITTLE_ENDIAN);
            return new Prepared() {
                @Override
                public int invoke() {
                    if (call.equals(GpmMetricsRecord.CALL)) {
                        int metric = GpmMetricsRecord.offset("metrics");
                        memory.putDouble(metric + GpmMetricRecord.offset("value"), Driver.this.sampled * 10.0);
                    } else {
                        Driver.this.sampled = call.chosen().get(0);
                    }
                    return 0;
                }

                @Override
                public ByteBuffer answer() {
                    return memory;
                }
            };
        }
    }

    @BeforeEach
    void twoRoundsOfTwoInstances() {
        Path file = this.directory.resolve("a.recording");
        RecordingWriter writer = RecordingWriter.to(file, new Header("0.1.0", Recorded.AT, 1000, true));
        CallRecorder recorder = new CallRecorder(writer, new ResponseRedactor(true), () -> 0L);
        NvmlCalls calls = recorder.over(new Driver());
        recorder.during(Phase.LOOK, 0, Set.of(Cadence.FAST), () -> List.of(activity(calls, 1), activity(calls, 2)));
        recorder.during(Phase.LOOK, 0, Set.of(Cadence.FAST), () -> activity(calls, 1));
        recorder.finish();
        this.recording = RecordingReader.read(file);
    }

    @Test
    void anInstanceHasItsOwnActivityWhereTheReaderCallsInAnotherOrder() {
        assertThat(replayed(0, 2)).containsExactly(20.0);
        assertThat(replayed(0, 2, 1, 1, 2)).containsExactly(20.0, 10.0, 10.0, 20.0);
    }

    @Test
    void anInstanceThatARoundLacksHasTheActivityOfItsNearestRound() {
        assertThat(replayed(1, 1, 2)).containsExactly(10.0, 20.0);
    }

    @Test
    void anInstanceThatWasNotRecordedHasNoActivity() {
        assertThat(replayed(0, 1, 3)).containsExactly(10.0, (double) -NO_DATA);
    }

    /** Returns the activities of instances in a round of the replay. */
    private List<Double> replayed(int round, int... instances) {
        StepwiseReplayClock clock = new StepwiseReplayClock(this.recording);
        ReplayedCalls calls = new ReplayedCalls(this.recording, clock);
        History history = this.recording.gpu(0);
        Segment segment = history.of(Phase.LOOK).get(round);
        return calls.during(
                history,
                segment,
                new ReplayClock.Moment(0, 0),
                () -> Arrays.stream(instances)
                        .mapToObj((instance) -> activity(calls, instance))
                        .toList());
    }

    /** Reads like the reader of the performance monitor; a code of the driver is negative. */
    private static double activity(NvmlCalls calls, int instance) {
        int code = calls.prepare(GPU, GpmMetricsRecord.sampleOf(instance)).invoke();
        if (code != 0) {
            return -code;
        }
        NvmlCalls.Prepared get = calls.prepare(NvmlCalls.NO_DEVICE, GpmMetricsRecord.CALL);
        GpmMetricsRecord request = new GpmMetricsRecord(get.answer());
        request.request(1, instance, instance);
        request.metric(0).request(ACTIVITY, NO_DATA);
        assertThat(get.invoke()).isZero();
        return request.metric(0).value();
    }
}
