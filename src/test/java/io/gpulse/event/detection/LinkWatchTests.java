package io.gpulse.event.detection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.TracedBoard;
import io.gpulse.metric.Metric;
import org.junit.jupiter.api.Test;

class LinkWatchTests {

    private final Trace trace = new Trace(1);
    private final TracedBoard gpu = this.trace.machine.gpu(0);

    @Test
    void aLinkHasTheIndexThatItsGpuHasNow() {
        LinkWatch watch = new LinkWatch(this.trace.log);
        EventGpu before = new EventGpu(0, this.gpu.uuid());
        EventGpu now = new EventGpu(5, this.gpu.uuid());
        errors(watch, before, 0);
        errors(watch, before, 1);
        for (int quiet = 0; quiet < 601; quiet++) {
            watch.endRound(this.trace.machine.next());
        }
        errors(watch, now, 2);

        assertThat(this.trace.events())
                .filteredOn((event) -> event.kind() == EventKind.LINK_ERRORS)
                .extracting((event) -> event.gpu().index())
                .containsExactlyInAnyOrder(0, 5);
    }

    private void errors(LinkWatch watch, EventGpu gpu, int errors) {
        this.gpu.link(7, Metric.LINK_RECOVERIES, errors);
        Snapshot round = this.trace.machine.next();
        watch.add(gpu, round.gpus().get(0), round);
        watch.endRound(round);
    }
}
