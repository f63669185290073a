package io.gpulse.host;

import static io.gpulse.metric.Metric.HOST_CONTEXT_SWITCHES;
import static io.gpulse.metric.Metric.HOST_INTERRUPTS;
import static io.gpulse.metric.Metric.HOST_LOAD_1M;
import static io.gpulse.metric.Metric.HOST_SWAP_IN;
import static io.gpulse.metric.Metric.HOST_SWAP_OUT;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.metric.Unit;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class RatesTests {

    private final Stopwatch stopwatch = new Stopwatch();

    @TempDir
    private Path root;

    private FakeProc proc;
    private ProcHost host;

    @BeforeEach
    void aMachine() {
        this.proc = new FakeProc(this.root);
        this.host = new ProcHost(new ProcFolder(this.root, this.stopwatch), () -> "node-7");
    }

    static Stream<Metric> rates() {
        return Metric.of(Scope.HOST).stream()
                .filter((row) ->
                        row.spec().unit() == Unit.BYTES_PER_SECOND || row.spec().unit() == Unit.PER_SECOND);
    }

    @ParameterizedTest
    @MethodSource("rates")
    void theFirstSampleHasNoRate(Metric row) {
        assertThat(lookAfter(0).of(row)).contains(Reading.absent(Reason.NO_DATA));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void inTwiceTheTimeItIsHalfTheRate(Metric row) {
        lookAfter(0);
        double inOneSecond = set(row);

        assertThat(lookAfter(2).number(row)).hasValue(inOneSecond / 2);
        set(row);
        assertThat(lookAfter(0.5).number(row)).hasValue(inOneSecond * 2);
    }

    @ParameterizedTest
    @MethodSource("rates")
    void theRateWithoutTrafficIsZero(Metric row) {
        lookAfter(0);

        assertThat(lookAfter(1).number(row)).hasValue(0);
    }

    @ParameterizedTest
    @MethodSource("rates")
    void withoutElapsedTimeThereIsNoRate(Metric row) {
        lookAfter(0);
        set(row);

        assertThat(lookAfter(0).of(row)).contains(Reading.absent(Reason.NO_DATA));
    }

    @ParameterizedTest
    @MethodSource("rates")
    void aFileThatWasAwayLeavesARateOverTheWholeTime(Metric row) {
        String file = ((Probe.Proc) row.spec().probes().get(0)).file();
        String path = file.equals("net/dev") ? "1/net/dev" : file;
        lookAfter(0);

        this.proc.delete(path);
        assertThat(lookAfter(1).of(row)).contains(Reading.absent(Reason.NOT_SUPPORTED));

        double inOneSecond = set(row);
        assertThat(lookAfter(1).number(row)).hasValue(inOneSecond / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"4294967290", "18446744073709551610"})
    void aCounterThatWrapsGivesNoDataOnce(String nearItsEnd) {
        events(nearItsEnd);
        lookAfter(0);

        events("4");
        assertThat(lookAfter(1).of(HOST_CONTEXT_SWITCHES)).contains(Reading.absent(Reason.NO_DATA));

        events("9");
        assertThat(lookAfter(1).number(HOST_CONTEXT_SWITCHES)).hasValue(5);
    }

    @Test
    void countersUseAllOfTheir64Bits() {
        events("9223372036854775800");
        lookAfter(0);

        events("9223372036854775900");

        assertThat(lookAfter(1).number(HOST_CONTEXT_SWITCHES)).hasValue(100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "+1", "many", "1.5", "18446744073709551616", "123456789012345678901"})
    void aCounterThatIsNoCounterIsAnError(String count) {
        events("1");
        lookAfter(0);

        events(count);

        assertThat(lookAfter(1).of(HOST_CONTEXT_SWITCHES)).contains(Reading.absent(Reason.ERROR));
        assertThat(lookAfter(0).of(HOST_INTERRUPTS)).contains(Reading.absent(Reason.NOT_SUPPORTED));
    }

    @Test
    void theTotalOfInterruptsIsUsed() {
        this.proc.write("stat", "intr 100 40 60\n");
        lookAfter(0);

        this.proc.write("stat", "intr 150 65 85\n");

        assertThat(lookAfter(1).number(HOST_INTERRUPTS)).hasValue(50);
    }

    @Test
    void swapIsCountedInPagesOfThisMachine() {
        this.proc.write("self/auxv", FakeProc.auxiliary(33, 6, 6, 65_536, 0, 0));
        this.proc.write("vmstat", "pswpin 10\npswpout 20\n");
        lookAfter(0);

        this.proc.write("vmstat", "pswpin 11\npswpout 24\n");
        Readings readings = lookAfter(1);

        assertThat(readings.number(HOST_SWAP_IN)).hasValue(65_536);
        assertThat(readings.number(HOST_SWAP_OUT)).hasValue(4 * 65_536);
    }

    @Test
    void swapTrafficIsUnknownWithoutTheSizeOfAPage() {
        this.proc.write("self/auxv", "");
        lookAfter(0);
        assertThat(lookAfter(1).of(HOST_SWAP_IN)).contains(Reading.absent(Reason.ERROR));

        this.proc.delete("self/auxv");
        assertThat(lookAfter(1).of(HOST_SWAP_IN)).contains(Reading.absent(Reason.NOT_SUPPORTED));
        assertThat(lookAfter(1).number(HOST_LOAD_1M)).isPresent();
    }

    private void events(String switches) {
        this.proc.write("stat", "ctxt " + switches + "\n");
    }

    private double set(Metric row) {
        Probe.Proc source = (Probe.Proc) row.spec().probes().get(0);
        return this.proc.set(source.file(), source.figure());
    }

    private Readings lookAfter(double seconds) {
        this.stopwatch.advance(seconds);
        return this.host.read().readings();
    }
}
