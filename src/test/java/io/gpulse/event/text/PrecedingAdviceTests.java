package io.gpulse.event.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.xid.Precedence;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.RepairAction;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Advice next to that of other alerts. */
class PrecedingAdviceTests {

    private static Advice advice(Precedence precedence, Map<String, Integer> gpus) {
        return new Advice(
                LocalizedText.of("Do " + precedence + "."),
                precedence,
                precedence.action(),
                LocalizedText.of("Alert " + precedence),
                gpus);
    }

    private static GpuEvent event(long id, EventKind kind, Map<String, String> facts) {
        Integer xid = kind == EventKind.XID ? 31 : null;
        EventGpu gpu = new EventGpu(2, "GPU-2");
        return new GpuEvent(id, 1, TracedMachine.START, null, kind, Severity.WARNING, gpu, xid, 1, facts);
    }

    private static String among(Advice own, Advice... others) {
        return own.among(List.of(others)).en();
    }

    @Test
    void aGpuIsTheSameByItsUuidAndNotByItsIndex() {
        Advice clocks = advice(Precedence.HEAT, Map.of("GPU-b", 1));

        assertThat(among(clocks, advice(Precedence.REBOOT, Map.of("GPU-a", 1)))).isEqualTo("Do HEAT.");
        assertThat(among(clocks, advice(Precedence.REBOOT, Map.of("GPU-b", 0))))
                .isEqualTo("Another alert comes first (Alert REBOOT): Do REBOOT.");
    }

    @Test
    void adviceIsThatOfTheAlertThatGivesWayToNoOther() {
        Map<String, Integer> gpu = Map.of("GPU-a", 0);
        Advice hang = advice(Precedence.HANG, gpu);
        Advice fault = advice(Precedence.FAULT, gpu);
        Advice heat = advice(Precedence.HEAT, gpu);

        assertThat(among(heat, heat, fault)).isEqualTo("Do HEAT.");
        assertThat(among(hang, hang, fault, heat))
                .isEqualTo(among(heat, hang, fault, heat))
                .isEqualTo("Another alert comes first (Alert FAULT): Do FAULT.");
    }

    @Test
    void actionIsThatOfTheAdviceThatComesFirst() {
        Map<String, Integer> gpu = Map.of("GPU-a", 0);
        Advice heat = advice(Precedence.HEAT, gpu);
        Advice memory = advice(Precedence.LEFTOVER_MEMORY, gpu);

        assertThat(heat.actionAmong(List.of(heat))).isEqualTo(RepairAction.NONE);
        assertThat(memory.actionAmong(List.of(heat, memory))).isEqualTo(RepairAction.RESET_GPU);
        assertThat(memory.actionAmong(List.of(advice(Precedence.REBOOT, gpu), memory)))
                .isEqualTo(RepairAction.REBOOT);
    }

    @Test
    void aRecoveryOfALinkThatFailedComesBeforeALinkThatIsDown() {
        Precedence failed = EventText.of(event(1, EventKind.LINK_ERRORS, Map.of("failed", "1")))
                .precedence();

        assertThat(failed).isEqualTo(Precedence.LINK_FAILED);
        assertThat(Precedence.LINK_DOWN.givesWayTo(failed)).isTrue();
    }

    @Test
    void anActionThatWasRequestedWithAFaultIsOfThePast() {
        assertThat(EventText.of(event(1, EventKind.XID, Map.of(EventAttribute.ACTION, "1")))
                        .precedence())
                .isEqualTo(Precedence.FAULT);
    }

    @Test
    void openEventsAboutOneGpuGiveOneOrder() {
        GpuEvent heat = event(1, EventKind.CLOCKS, Map.of(EventAttribute.REASON, "thermal"));
        GpuEvent limit = event(2, EventKind.CLOCKS, Map.of(EventAttribute.REASON, "power-limit"));
        String cool = Remedy.CHECK_COOLING.words().en();
        String raise = Remedy.RAISE_POWER_LIMIT.words().en();

        Map<Long, Advice> both = EventText.advice(List.of(heat, limit));

        assertThat(Objects.requireNonNull(EventText.of(heat, both).action()).en())
                .isEqualTo(cool);
        assertThat(Objects.requireNonNull(EventText.of(limit, both).action()).en())
                .isEqualTo("Another alert comes first (GPU 2 is throttled by heat): " + cool);
        assertThat(Objects.requireNonNull(EventText.of(limit, EventText.advice(List.of(limit)))
                                .action())
                        .en())
                .isEqualTo(raise);
        assertThat(Objects.requireNonNull(EventText.of(limit, EventText.advice(List.of(heat)))
                                .action())
                        .en())
                .as("one that is over")
                .isEqualTo(raise);
    }
}
