package io.gpulse.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.convert.DurationStyle;

/** The words of messages about ended work. */
class NotificationTextsTests {

    private static final LocalizedText HOST = LocalizedText.of("trn");
    private static final Workload JOB =
            new Workload(Workload.Kind.JOB, "4711", null, "slurm", "0", Workload.Evidence.CGROUP);
    private static final Workload POD = new Workload(Workload.Kind.POD, "2c48", Workload.Evidence.CGROUP);

    private static NotificationTexts texts(Language language, boolean users) {
        return new NotificationTexts(language, users, "", () -> Notifications.AT);
    }

    private static GpuEvent ended(int gpu, Workload workload) {
        EventLog log = new EventLog(100, Instant.EPOCH, new EventCounts());
        log.add(EventDraft.of(Notifications.AT, EventKind.PROCESS_ENDED, Severity.INFO, new EventGpu(gpu, "GPU-" + gpu))
                .with(EventAttribute.PID, 7 + gpu)
                .with(EventAttribute.PROGRAM, "train.py")
                .with(EventAttribute.USER, "anna")
                .with(EventAttribute.SECONDS, 10_800)
                .with(workload));
        return log.since(Instant.EPOCH).get(0);
    }

    @Test
    void theEndOfTheLastProcessOfAJobNamesTheJob() {
        Notification english = texts(Language.EN, true).ended(ended(0, JOB), true, HOST);
        assertThat(english.title()).isEqualTo("trn, GPU 0: slurm job 4711 ended");
        assertThat(english.text()).isEqualTo("train.py (pid 7, anna, slurm job 4711) left GPU 0 after 3 h");

        Notification chinese = texts(Language.ZH, false).ended(ended(0, JOB), true, HOST);
        assertThat(chinese.title()).isEqualTo("trn，GPU 0：slurm 作业 4711 已结束");
        assertThat(chinese.text()).contains("slurm 作业 4711").doesNotContain("anna");
    }

    @Test
    void theEndOfAnotherProcessOfAJobNamesTheProcessAndTheJob() {
        assertThat(texts(Language.EN, false).ended(ended(0, JOB), false, HOST).title())
                .isEqualTo("trn, GPU 0: train.py of slurm job 4711 ended");
        assertThat(texts(Language.ZH, false).ended(ended(0, JOB), false, HOST).title())
                .isEqualTo("trn，GPU 0：slurm 作业 4711 的 train.py 已结束");
    }

    @Test
    void aProcessOfAPodIsNamedByItsProgram() {
        Notification message = texts(Language.EN, false).ended(ended(0, POD), true, HOST);

        assertThat(message.title()).isEqualTo("trn, GPU 0: train.py ended");
        assertThat(message.text()).isEqualTo("train.py (pid 7) left GPU 0 after 3 h");
    }

    @Test
    void theProcessesOfAJobAreOneMessageWithTheTitleOfTheLast() {
        for (Language language : Language.values()) {
            NotificationTexts texts = texts(language, false);
            Notification first = texts.ended(ended(0, JOB), false, HOST);
            Notification second = texts.ended(ended(1, JOB), true, HOST);
            assertThat(first.key()).isEqualTo(second.key());

            Notification joined = texts.sent(List.of(first, second), 0);
            assertThat(joined.title())
                    .isEqualTo(second.title().replace("GPU 1", language == Language.EN ? "GPUs 0–1" : "GPU 0–1"));
            assertThat(joined.text().lines()).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "EN | 4m |",
                "EN | 6m | Delayed: written at 2026-11-20 10:00 UTC, 6 min ago.",
                "ZH | 2h | 延迟：写于 2026-11-20 10:00 UTC，2 小时前。"
            })
    void aMessageThatIsSentLateHasItsTime(Language language, String age, @Nullable String sentence) {
        Notification message = texts(language, false).ended(ended(0, POD), true, HOST);
        Instant now = Notifications.AT.plus(DurationStyle.detectAndParse(age));
        NotificationTexts later = new NotificationTexts(language, false, "", () -> now);

        assertThat(later.sent(List.of(message), 0).text())
                .isEqualTo(sentence == null ? message.text() : message.text() + "\n" + sentence);
    }

    private static Snapshot round(GpuSample gpu) {
        return Snapshots.of(1, Snapshots.NVML, List.of(gpu));
    }

    @Test
    void aJobGoesOnWhileAProcessOfItUsesAGpuOrAGpuIsReservedForIt() {
        GpuSample gpu = Snapshots.gpu(0);
        GpuEvent end = ended(1, JOB);
        assertThat(Notifier.isLast(end, round(gpu))).isTrue();

        ProcessSample process =
                new ProcessSample(7, ProcessSample.Type.COMPUTE, "python", null, Readings.NONE, null, JOB, null, null);
        assertThat(Notifier.isLast(end, round(gpu.with(List.of(process))))).isFalse();
        List<Reservation> reserved = List.of(new Reservation("0", JOB, null));
        assertThat(Notifier.isLast(end, round(gpu.reserved(reserved)))).isFalse();
    }
}
