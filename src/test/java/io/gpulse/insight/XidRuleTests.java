package io.gpulse.insight;

import static io.gpulse.insight.rule.InsightRules.GPU_LOST;
import static io.gpulse.insight.rule.InsightRules.GPU_STUCK;
import static io.gpulse.insight.rule.InsightRules.XID;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Incident;
import io.gpulse.event.Severity;
import io.gpulse.event.text.EventText;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Faults that the driver reports, in virtual time. */
class XidRuleTests {

    private SyntheticMachine machine = new SyntheticMachine(3, XID);

    private Incident add(EventKind kind, Severity severity, @Nullable Integer xid) {
        EventGpu gpu = new EventGpu(1, Snapshots.identity(1).uuid());
        return this.machine.events().add(new EventDraft(this.machine.wall(), kind, severity, gpu, xid, Map.of()));
    }

    @Test
    void withoutReportsOfFaultsTheRuleIsNotChecked() {
        this.machine.passes(Duration.ofMinutes(1));
        assertThat(this.machine.check(XID).detail())
                .isEqualTo("Not checked: the driver does not report faults to gpulse.");

        this.machine.engine().setMonitored(Set.of(0, 1, 2));
        this.machine.passes(Duration.ofMinutes(1));
        assertThat(this.machine.check(XID).outcome()).isEqualTo("passed");
    }

    @Test
    void aReportedFaultIsActiveUntilTheDriverIsRenewed() {
        this.machine.engine().setMonitored(Set.of(0, 1, 2));
        this.machine.passes(Duration.ofMinutes(1));
        add(EventKind.XID, Severity.CRITICAL, 79);
        add(EventKind.XID, Severity.INFO, 43);

        this.machine.passes(Duration.ofMinutes(5));
        Insight found = this.machine.only(XID);
        assertThat(found.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(found.sentence().en()).isEqualTo("GPU 1 fell off the bus (Xid 79).");
        assertThat(found.cause().en())
                .contains(" Reported 1 time within 24 h, the last 4 min ago; the driver was not loaded again since.");
        add(EventKind.DRIVER_RENEWED, Severity.INFO, null);
        this.machine.passes(Duration.ofSeconds(2));

        assertThat(this.machine.active()).isEmpty();
    }

    @Test
    void aFaultIsForgottenAfterADay() {
        this.machine = new SyntheticMachine(3, Duration.ofSeconds(30), XID);
        add(EventKind.XID, Severity.WARNING, 31);

        this.machine.passes(Duration.ofHours(23));
        assertThat(this.machine.active(XID)).hasSize(1);
        this.machine.passes(Duration.ofHours(2));

        assertThat(this.machine.active()).isEmpty();
    }

    @Test
    void aStormIsAsOldAsItsLastFault() {
        this.machine = new SyntheticMachine(3, Duration.ofSeconds(10), XID);
        this.machine.passes(Duration.ofSeconds(10));
        Incident storm = add(EventKind.XID, Severity.WARNING, 31);
        this.machine.passes(Duration.ofHours(25), () -> {
            if (this.machine.seconds() % 600 == 0) {
                storm.reportedAgain(this.machine.wall());
                storm.change((change) -> change.count(1));
            }
        });

        assertThat(this.machine.only(XID).cause().en()).matches(".* \\d+ times within 24 h, the last \\d+ s ago; .*");
    }

    @Test
    void anInsightAndTheEventOfAFaultHaveEqualTexts() {
        this.machine.passes(Duration.ofSeconds(5));
        GpuEvent memory = add(EventKind.XID, Severity.CRITICAL, 48).event();
        add(EventKind.XID, Severity.WARNING, 31);
        this.machine.passes(Duration.ofSeconds(5));

        Insight found = this.machine.only(XID);
        EventText text = EventText.of(memory);
        assertThat(found.sentence().en()).isEqualTo("GPU 1: uncorrectable memory error (Xid 48) and Xid 31.");
        assertThat(found.cause().en()).startsWith(text.detail().en());
        assertThat(found.advice().en()).isEqualTo(text.action().en());
        assertThat(found.advice().zh()).isEqualTo(text.action().zh());
    }

    @Test
    void aLostGpuHasOneAdviceInInsightsAndEvents() {
        for (GpuState state : List.of(GpuState.LOST, GpuState.STUCK, GpuState.RESET_REQUIRED, GpuState.ERROR)) {
            this.machine = new SyntheticMachine(1, GPU_LOST, GPU_STUCK, XID);
            this.machine.gpu(0).state(state, this.machine.wall());
            this.machine.passes(Duration.ofSeconds(5));
            EventKind kind = state == GpuState.LOST
                    ? EventKind.GPU_LOST
                    : state == GpuState.STUCK ? EventKind.GPU_STUCK : EventKind.GPU_FAILED;
            EventGpu gpu = new EventGpu(0, Snapshots.identity(0).uuid());
            GpuEvent event = new GpuEvent(
                    1,
                    1,
                    this.machine.wall(),
                    null,
                    kind,
                    Severity.CRITICAL,
                    gpu,
                    null,
                    1,
                    Map.of(EventAttribute.STATE, state.name()));

            assertThat(this.machine.active())
                    .singleElement()
                    .satisfies((found) -> assertThat(found.advice().en())
                            .isEqualTo(EventText.of(event).action().en()));
        }
    }
}
