package io.gpulse.event.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.TracedMachine;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.Xid;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The texts of events. */
class EventTextTests {

    private static final EventGpu GPU = new EventGpu(2, "GPU-2");

    private static GpuEvent event(EventKind kind, @Nullable Integer xid, Map<String, String> facts) {
        return new GpuEvent(1, 1, TracedMachine.START, null, kind, Severity.WARNING, GPU, xid, 1, facts);
    }

    private static String title(EventKind kind, Map<String, String> facts) {
        return EventText.of(event(kind, null, facts)).title().en();
    }

    private static LocalizedText present(@Nullable LocalizedText words) {
        return Objects.requireNonNull(words);
    }

    @ParameterizedTest
    @EnumSource
    void everyKindHasATitleInBothLanguages(EventKind kind) {
        EventText text = EventText.of(event(kind, null, Map.of(EventAttribute.ACTION, "99")));

        assertThat(text.title().en()).isNotBlank().doesNotEndWith(".");
        assertThat(text.title().zh()).containsPattern("\\p{IsHan}");
    }

    @Test
    void aGpuThatWasRemovedHasNotFallenOffTheBus() {
        EventText removed = EventText.of(event(EventKind.GPU_LOST, null, Map.of(EventAttribute.BUS, "removed")));

        assertThat(removed.title()).isEqualTo(new LocalizedText("GPU 2 was removed", "GPU 2 已被移除"));
        assertThat(present(removed.action()).en()).contains("removed on purpose");
        assertThat(title(EventKind.GPU_LOST, Map.of())).isEqualTo("GPU 2 fell off the bus");
    }

    @ParameterizedTest
    @EnumSource
    void everyAdviceToResetNamesTheStopOfGpulse(Remedy remedy) {
        EventText text = new EventTextBuilder(event(EventKind.GPULSE_STARTED, null, Map.of()))
                .action(remedy.words())
                .build();

        boolean resets = remedy.words().en().toLowerCase(Locale.ROOT).contains("reset the gpu");
        assertThat(present(text.action()).en().contains("Stop gpulse before a reset"))
                .isEqualTo(resets);
        assertThat(present(text.action()).zh().contains("请先停止它")).isEqualTo(resets);
    }

    @Test
    void adviceOnASolderedGpuNamesNoSlotOrCable() {
        assertThat(IntStream.range(1, 256).filter((number) -> Xid.of(number).isKnown()))
                .hasSizeGreaterThan(82)
                .allSatisfy((xid) -> {
                    EventText text = EventText.of(event(EventKind.XID, xid, Map.of(EventAttribute.SOLDERED, "true")));

                    assertThat(String.valueOf(text.action())).doesNotContainPattern("slot|riser|cable|seat|插槽|转接卡|电源线");
                });
        assertThat(EventText.of(event(EventKind.XID, 79, Map.of())).action())
                .extracting(LocalizedText::en)
                .asString()
                .contains("slot");
    }

    @Test
    void aRecoveryByResetNamesTheStopOfGpulse() {
        EventText text = EventText.of(event(EventKind.RECOVERY_ACTION, null, Map.of(EventAttribute.ACTION, "4")));

        assertThat(present(text.action()).en()).contains("reset the GPU. Stop gpulse before a reset");
    }

    @Test
    void aFaultHasItsMeaningProcessAndRemedy() {
        EventText text = EventText.of(event(
                EventKind.XID,
                31,
                Map.of(EventAttribute.PID, "41102", EventAttribute.PROCESS, "python", EventAttribute.USER, "asharma")));

        assertThat(text.title())
                .isEqualTo(new LocalizedText("GPU 2: MMU page fault (Xid 31)", "GPU 2：MMU 缺页错误（Xid 31）"));
        assertThat(present(text.detail()).en())
                .isEqualTo("The program accessed an address that is not mapped for it."
                        + " The only process on the GPU then was python (pid 41102, asharma).");
        assertThat(present(text.detail()).zh()).isEqualTo("程序访问了未映射给它的地址。当时该 GPU 上唯一的进程是 python（pid 41102，asharma）。");
        assertThat(present(text.action()).en()).startsWith("Look for the fault in the program");
    }

    @Test
    void aGpuOffTheBusHasATitleOfItsOwn() {
        EventText text = EventText.of(event(EventKind.XID, 79, Map.of(EventAttribute.ACTION, "2")));

        assertThat(text.title().en()).isEqualTo("GPU 2 fell off the bus (Xid 79)");
        assertThat(text.blame()).startsWith("bus", "power", "thermal");
        assertThat(present(text.action()).en()).startsWith("The driver recommends: reboot the machine. Move");
    }

    @Test
    void anUnknownNumberIsReportedAsUnknown() {
        EventText text = EventText.of(event(EventKind.XID, 200, Map.of()));

        assertThat(text.title()).isEqualTo(new LocalizedText("GPU 2: unknown Xid 200", "GPU 2：未知的 Xid 200"));
    }

    @Test
    void anOperationalEventIsTitledByItsCategory() {
        assertThat(title(
                        EventKind.OPERATIONAL,
                        Map.of(
                                EventAttribute.MODULE,
                                "GPU-NVLINK",
                                EventAttribute.CODE,
                                "7",
                                EventAttribute.CATEGORY,
                                "3")))
                .isEqualTo("GPU 2: interconnect error (GPU-NVLINK 7)");
    }

    @Test
    void slowClocksHaveReasonDurationAndLowestClock() {
        EventText text = EventText.of(event(
                EventKind.CLOCKS,
                null,
                Map.of(
                        EventAttribute.REASON, "power-limit",
                        EventAttribute.SECONDS, "61",
                        EventAttribute.LOWEST_SM_CLOCK, "1365",
                        EventAttribute.LIMIT, "500",
                        EventAttribute.DEFAULT_LIMIT, "700")));

        assertThat(text.title().en()).isEqualTo("GPU 2 was throttled by a lowered power limit for 61 s");
        assertThat(present(text.detail()).en())
                .isEqualTo("The SM clock went down to 1365 MHz. The power limit is 500 W, by default 700 W.");
    }

    @ParameterizedTest
    @CsvSource({
        "1, GPU 2: power limit changed from 115 W to 80 W, GPU 2：功耗上限从 115 W 改为 80 W",
        "14, 'GPU 2: power limit changed 14 times, last to 80 W', GPU 2：功耗上限更改了 14 次，最后改为 80 W"
    })
    void repeatedChangesOfThePowerLimitAreCounted(int count, String en, String zh) {
        Map<String, String> facts = Map.of(EventAttribute.FROM, "115", EventAttribute.TO, "80");
        GpuEvent event = new GpuEvent(
                1, 1, TracedMachine.START, null, EventKind.SETTINGS, Severity.INFO, GPU, null, count, facts);

        assertThat(EventText.of(event).title()).isEqualTo(new LocalizedText(en, zh));
        assertThat(EventText.of(event).detail())
                .isEqualTo(count == 1 ? null : new LocalizedText("It was 115 W at first.", "最初为 115 W。"));
    }

    @Test
    void linkErrorsNameTheLinkAndTheirCount() {
        assertThat(title(EventKind.LINK_ERRORS, Map.of(EventAttribute.LINK, "7", "recoveries", "505")))
                .isEqualTo("GPU 2, NVLink 7: 505 recoveries");
    }

    @Test
    void aProcessIsNamedWithItsGpus() {
        GpuEvent event = new GpuEvent(
                1,
                1,
                TracedMachine.START,
                null,
                EventKind.PROCESS_ENDED,
                Severity.INFO,
                null,
                null,
                1,
                Map.of(
                        EventAttribute.PID,
                        "7",
                        EventAttribute.PROCESS,
                        "python",
                        EventAttribute.USER,
                        "asharma",
                        EventAttribute.GPUS,
                        "0-3,6",
                        EventAttribute.SECONDS,
                        "7500"));

        assertThat(EventText.of(event).title())
                .isEqualTo(new LocalizedText(
                        "python (pid 7, asharma) left GPUs 0–3, 6 after 2 h 5 min",
                        "python（pid 7，asharma） 离开 GPU 0–3, 6，运行了 2 小时 5 分钟"));
    }

    @Test
    void aGapHasDurationAndReason() {
        EventText text = EventText.of(
                event(EventKind.GAP, null, Map.of(EventAttribute.SECONDS, "1320", EventAttribute.REASON, "restart")));

        assertThat(text.title()).isEqualTo(new LocalizedText("22 min without samples", "22 分钟没有采样"));
        assertThat(present(text.detail()).en()).isEqualTo("gpulse was not running.");
    }

    @Test
    void anUnseenEndIsReportedAsUnknown() {
        EventText text = EventText.of(event(EventKind.GPU_LOST, null, Map.of(EventAttribute.END_UNKNOWN, "true")));

        assertThat(present(text.detail()).en()).contains("is not known");
    }

    @Test
    void anInsightHasTheSentenceOfItsRule() {
        assertThat(title(
                        EventKind.INSIGHT,
                        Map.of(EventAttribute.RULE, "idle-allocated", EventAttribute.SENTENCE, "GPU 4 is idle.")))
                .isEqualTo("GPU 4 is idle.");
    }

    @ParameterizedTest
    @CsvSource({"0,0 s", "119,119 s", "120,2 min", "7199,119 min", "7200,2 h", "90061,25 h 1 min", "180000,2 d 2 h"})
    void timesHaveTwoUnitsAtMost(long seconds, String expected) {
        assertThat(Quantities.exactDuration(seconds).en()).isEqualTo(expected);
        assertThat(Quantities.exactDuration(seconds).zh()).containsPattern("[秒分小天]");
        assertThat(Instant.EPOCH).isBefore(TracedMachine.START);
    }

    @ParameterizedTest
    @CsvSource({"failed,1 failed recovery", "recoveries,1 recovery", "replay,1 replay", "crc,1 CRC error"})
    void oneErrorIsSingular(String fact, String expected) {
        assertThat(title(EventKind.LINK_ERRORS, Map.of(EventAttribute.LINK, "7", fact, "1")))
                .isEqualTo("GPU 2, NVLink 7: " + expected);
    }

    @Test
    void oneMoreProcessIsSingular() {
        assertThat(title(EventKind.PROCESS_STARTED, Map.of())).isEqualTo("1 more process started on GPUs");
        assertThat(title(EventKind.PROCESS_ENDED, Map.of())).isEqualTo("1 more process left GPUs");
    }

    @Test
    void namesKeepTheirCapital() {
        assertThat(EventText.of(event(EventKind.XID, 93, Map.of())).title().en())
                .isEqualTo("GPU 2: InfoROM written too often (Xid 93)");
        assertThat(EventText.of(event(EventKind.XID, 94, Map.of())).title().en())
                .isEqualTo("GPU 2: contained memory error (Xid 94)");
    }

    @Test
    void lostEventsAndUncontainedErrorsAreReported() {
        LocalizedText detail = present(EventText.of(event(
                        EventKind.XID, 48, Map.of(EventAttribute.OVERFLOW, "true", EventAttribute.UNCONTAINED, "true")))
                .detail());

        assertThat(detail.en()).contains("was not contained.").contains("lost events before it.");
        assertThat(detail.zh()).contains("未被隔离").contains("丢失了事件");
    }
}
