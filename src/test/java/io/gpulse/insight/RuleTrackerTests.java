package io.gpulse.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventLog;
import io.gpulse.event.TracedMachine;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.rule.Rule;
import io.gpulse.insight.rule.Thresholds;
import io.gpulse.insight.window.MachineWindow;
import io.gpulse.insight.window.ObservationScope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RuleTrackerTests {

    private final TracedMachine traced = new TracedMachine(1);
    private final EventLog log = new EventLog(100, TracedMachine.START, new EventCounts());
    private final MachineWindow machine =
            new MachineWindow(new ObservationScope(true, true, false, () -> false), (gpu, now) -> List.of());

    @Test
    void aRuleThatFailedInOneRoundIsEvaluatedInTheNext() {
        Rule rule = InsightRules.GPU_STUCK.spec();
        RuleTracker tracker = new RuleTracker(rule, Thresholds.of(rule, "test", Map.of()), this.log);
        this.traced.gpu(0).becomes(GpuState.STUCK, TracedMachine.START);
        this.machine.add(this.traced.next());

        // Without silences, the first finding causes an exception.
        assertThat(tracker.check(this.machine, null)).isEmpty();
        assertThat(tracker.outcome(List.of()).outcome()).isEqualTo("not-checked");

        this.machine.add(this.traced.next());
        assertThat(tracker.check(this.machine, new SilenceFilter(List.of()))).hasSize(1);
        List<Insight> active = tracker.active();
        assertThat(active).hasSize(1);
        assertThat(tracker.outcome(active).outcome()).isEqualTo("active");
    }
}
