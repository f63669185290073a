package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedBoard;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Thorough;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A day of a healthy machine. */
class HealthyDayTests {

    private static final int HOUR = 3600;
    private static final int HOURS = Thorough.Groups.run(1) ? 24 : 6;

    private final Random random = new Random(20_261_120);
    private final Trace trace = new Trace(2);

    @Test
    void healthyHoursYieldNoWarning() {
        this.trace.machine.gpu(0).link(0, Metric.LINK_CRC, 0).link(0, Metric.LINK_RECOVERIES, 12);
        for (int second = 0; second < HOURS * HOUR; second++) {
            for (TracedBoard board : this.trace.machine.gpus()) {
                work(board, second);
            }
            this.trace.rounds(1);
        }

        assertThat(this.trace.events()).allMatch((event) -> event.severity() == Severity.INFO);
        assertThat(this.trace.events())
                .extracting((event) -> event.kind())
                .containsOnly(EventKind.PROCESS_STARTED, EventKind.PROCESS_ENDED)
                .hasSizeBetween(HOURS * 10 / 6, HOURS * 15 / 6);
    }

    /** A job of about fifty minutes each hour, at the default power limit, and idleness in between. */
    private void work(TracedBoard board, int second) {
        int ofHour = second % HOUR;
        int pid = 1000 + second / HOUR;
        boolean busy = ofHour >= 300 && ofHour < 3300;
        boolean dip = this.random.nextInt(40) == 0;
        board.set(Metric.UTILIZATION_GPU, busy && !dip ? 90 + this.random.nextInt(10) : this.random.nextInt(2));
        board.set(Metric.PSTATE, busy ? 0 : 8);
        board.set(Metric.REASON_IDLE, busy ? 0 : 1);
        board.set(Metric.REASON_POWER_CAP, busy ? this.random.nextInt(2) : 0);
        // A warm second now and then.
        board.set(Metric.REASON_SW_THERMAL, busy && this.random.nextInt(100) == 0 ? 1 : 0);
        board.link(0, Metric.LINK_CRC, second / 500);
        if (ofHour == 300) {
            board.runs(pid, "python", this.trace.now());
        } else if (ofHour == 3300) {
            board.ends(pid);
        }
    }
}
