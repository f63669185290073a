package io.gpulse.story;

import static io.gpulse.story.StoredPast.draft;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.workload.Stretch;
import org.junit.jupiter.api.Test;

/** The durations in sentences, of which a part may be unknown. */
class StoryTimeTests {

    private static StoredPast held(String... states) {
        return new StoredPast(480).isOver().gpu(0, states).process(0, "note.py of jl", -60, 600.0);
    }

    private static StoredPast ended(String... states) {
        return new StoredPast(480).isOver().gpu(0, states).process(0, "a.py of u", -60, 60.0);
    }

    @Test
    void theTimeBeforeTheFirstSampleIsAGap() {
        StoredPast past = new StoredPast(480).gpus(2, "busy 181-480");

        Sentence gap = past.only();

        assertThat(gap.text().en())
                .isEqualTo("Machine: no samples for at least 3 h 1 min; nothing is known of that time.");
        assertThat(gap.text().zh()).isEqualTo("主机：3 小时 1 分钟以上没有采样；这段时间没有数据。");
        assertThat(gap.kind()).isEqualTo(StoryKind.GAP);
        assertThat(gap.time()).isEqualTo(new Stretch(StoredPast.START, StoredPast.at(181)));
        assertThat(past.story().quiet()).isNull();
        assertThat(past.story().sampledFrom()).isEqualTo(StoredPast.at(181));
    }

    @Test
    void aGapAtTheEndOfTheTimeSpanMayBeLonger() {
        assertThat(new StoredPast(480).isOver().gpu(0, "free 0-240").texts())
                .containsExactly("Machine: no samples for at least 4 h; nothing is known of that time.");
    }

    @Test
    void aGapOverTheBeginOfTheTimeSpanHasTheDurationOfItsEvent() {
        EventDraft stopped = draft(EventKind.GAP, Severity.INFO, null, -60).with(EventAttribute.REASON, "restart");
        StoredPast past = new StoredPast(480).gpu(0, "free 20-480").lasting(stopped, 20.0);

        assertThat(past.texts())
                .containsExactly("Machine: gpulse was stopped for 80 min; nothing is known of that time.");
        assertThat(past.only().time()).isEqualTo(new Stretch(StoredPast.at(-60), StoredPast.at(20)));
    }

    @Test
    void aFreeTimeThatReachesTheEndOfTheTimeSpanMayBeLonger() {
        Sentence sentence = ended("busy 0-60", "free 60-480").only();

        assertThat(sentence.text().en()).isEqualTo("GPU 0: a.py of u ended; the GPU was free for at least 7 h.");
        assertThat(sentence.text().zh()).isEqualTo("GPU 0：u 的 a.py 结束；该 GPU 空闲 7 小时以上。");
        assertThat(sentence.time().until()).isEqualTo(StoredPast.at(480));
    }

    @Test
    void aFreeTimeThatReachesAGapMayBeLonger() {
        assertThat(ended("busy 0-60", "free 60-180", "busy 202-480").texts())
                .containsExactly(
                        "GPU 0: a.py of u ended; the GPU was free for at least 2 h.",
                        "Machine: no samples for 22 min; nothing is known of that time.");
    }

    @Test
    void theFreeHoursOfSeveralGpusMayBeMore() {
        StoredPast past = ended("busy 0-60", "free 60-180", "busy 180-480").gpu(1, "busy 0-60", "free 60-480");

        Sentence sentence = past.process(1, "a.py of u", -60, 60.0).only();

        assertThat(sentence.text().en())
                .isEqualTo("GPUs 0–1: a.py of u ended; at least 9.0 GPU-hours were free after it.");
        assertThat(sentence.text().zh()).isEqualTo("GPU 0–1：u 的 a.py 结束；此后共空闲 9.0 GPU 小时以上。");
    }

    @Test
    void theFreeHoursBeforeARestartMayBeMoreIfTheyBeganBeforeTheTimeSpan() {
        StoredPast past = new StoredPast(60).gpu(0, "free 0-5", "busy 5-60");

        assertThat(past.process(0, "a.py of u", -100, -10.0)
                        .process(0, "a.py of u", 5, null)
                        .texts())
                .containsExactly("GPU 0: a.py of u ended, and was started again 15 min later; at least 0.1 GPU-hours"
                        + " were free.");
    }

    @Test
    void anIdleTimeThatReachesABoundOfTheTimeSpanMayBeLonger() {
        assertThat(held("busy 0-60", "held_idle 60-300", "busy 300-480").texts())
                .containsExactly("GPU 0: held idle by note.py of jl for 4 h.");
        assertThat(held("held_idle 0-240", "busy 240-480").texts())
                .containsExactly("GPU 0: held idle by note.py of jl for at least 4 h.");
        assertThat(held("busy 0-240", "held_idle 240-480").texts())
                .containsExactly("GPU 0: held idle by note.py of jl for at least 4 h.");
        StoredPast still = new StoredPast(240).gpu(0, "held_idle 0-240").process(0, "note.py of jl", -60, null);
        assertThat(still.texts()).containsExactly("GPU 0: held idle by note.py of jl, for at least 4 h so far.");
        assertThat(still.only().text().zh()).isEqualTo("GPU 0：jl 的 note.py 占用 GPU 而闲置，已 4 小时以上。");
    }

    @Test
    void anIdleTimeAfterAFaultMayBeLonger() {
        StoredPast past = new StoredPast(69).gpu(0, "busy 0-60", "held_idle 60-69");
        past.process(0, "a.py of u", -60, null).xid(0, 31, 60);

        assertThat(past.only().text().en()).endsWith("(Xid 31); a.py of u was idle for at least 9 min.");
    }

    @Test
    void aClockThatWasSetBackMakesNoTimeNegative() {
        StoredPast past = new StoredPast(60).gpu(0, "busy 0-60").process(0, "a.py of u", 50, 20.0);
        past.lasting(draft(EventKind.GPU_STUCK, Severity.WARNING, 0, 30), 10.0);

        assertThat(past.only().time()).isEqualTo(Stretch.moment(StoredPast.at(30)));
        assertThat(new Stretch(50, 20L).until()).isEqualTo(50);
    }

    @Test
    void aRemovedGpuWasRemovedSomeTimeAgoAndDoesNotLast() {
        EventDraft removed = draft(EventKind.GPU_LOST, Severity.CRITICAL, 1, 59).with(EventAttribute.BUS, "removed");
        StoredPast past = new StoredPast(60).gpus(2, "free 0-60").process(1, "a.py of u", -60, null);

        assertThat(past.lasting(removed, null).only().text().en())
                .isEqualTo("GPU 1 was removed 60 s ago; a.py of u was on it.");
        assertThat(past.only().text().zh()).startsWith("GPU 1 已被移除（60 秒前）；");
    }

    @Test
    void aGpuThatWasRemovedForAWhileCameBack() {
        EventDraft removed = draft(EventKind.GPU_LOST, Severity.CRITICAL, 1, 10).with(EventAttribute.BUS, "removed");
        StoredPast past = new StoredPast(60).gpus(2, "free 0-60").lasting(removed, 40.0);

        assertThat(past.only().text().en()).isEqualTo("GPU 1 was removed; it was back after 30 min.");
        assertThat(past.only().gpuHours()).isNull();
    }

    @Test
    void aLostGpuFellOffTheBusSomeTimeAgoAndIsUnusableSince() {
        EventDraft lost = draft(EventKind.GPU_LOST, Severity.CRITICAL, 1, 59);
        StoredPast past = new StoredPast(60).gpus(2, "free 0-60").process(1, "a.py of u", -60, null);

        LocalizedText text = past.lasting(lost, null).only().text();

        assertThat(text.en())
                .isEqualTo("GPU 1 fell off the bus 60 s ago; a.py of u was on it; the GPU has been unusable since.");
        assertThat(text.zh()).isEqualTo("GPU 1 已从总线掉线（60 秒前）；u 的 a.py 当时在其上运行；此后无法使用。");
    }

    @Test
    void aGpuThatMustBeResetIsUnusableForSomeTime() {
        StoredPast past = new StoredPast(60).gpus(2, "free 0-60").lasting(mustBeReset(1, 59), null);

        LocalizedText text = past.only().text();

        assertThat(text.en()).isEqualTo("GPU 1 must be reset; the GPU has been unusable for 60 s.");
        assertThat(text.zh()).isEqualTo("GPU 1 需要重置；一直无法使用，已 60 秒。");
    }

    @Test
    void severalUnusableGpusCostTheirHours() {
        StoredPast past = new StoredPast(60).gpus(2, "free 0-60");
        past.lasting(mustBeReset(0, 30), 60.0).lasting(mustBeReset(1, 30), 60.0);

        Sentence sentence = past.only();

        assertThat(sentence.text().en())
                .isEqualTo("GPUs 0–1 had to be reset; the GPUs were unusable for 30 min (1.0 GPU-hours).");
        assertThat(sentence.gpuHours()).isEqualTo(1);
        assertThat(sentence.text().zh()).isEqualTo("GPU 0–1 曾需要重置；无法使用 30 分钟（1.0 GPU 小时）。");
    }

    @Test
    void aGpuThatAnswersLateCostsNothing() {
        EventDraft slow = draft(EventKind.GPU_STUCK, Severity.WARNING, 1, 30).with(EventAttribute.STATE, "SLOW");
        Sentence sentence =
                new StoredPast(60).gpus(2, "free 0-60").lasting(slow, null).only();

        assertThat(sentence.text().en()).isEqualTo("GPU 1 answers late; it has lasted 30 min so far.");
        assertThat(sentence.gpuHours()).isNull();
    }

    private static EventDraft mustBeReset(int gpu, double minute) {
        return draft(EventKind.GPU_FAILED, Severity.CRITICAL, gpu, minute).with(EventAttribute.STATE, "RESET_REQUIRED");
    }
}
