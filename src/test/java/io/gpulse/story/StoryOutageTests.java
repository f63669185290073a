package io.gpulse.story;

import static io.gpulse.story.StoredPast.draft;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outages that are one sentence, with their time, their GPU-hours, and the job on their GPUs. */
class StoryOutageTests {

    private static final double SECOND = 1 / 60.0;

    private final StoredPast past = new StoredPast(60).gpus(4, "free 0-60");

    private static EventDraft removed(int gpu, double minute) {
        return draft(EventKind.GPU_LOST, Severity.CRITICAL, gpu, minute).with(EventAttribute.BUS, "removed");
    }

    private static EventDraft lost(int gpu, double minute) {
        return draft(EventKind.GPU_LOST, Severity.CRITICAL, gpu, minute);
    }

    private StoredPast renewed(double minute, int seconds) {
        return this.past.lasting(
                draft(EventKind.DRIVER_RENEWED, Severity.INFO, null, minute), minute + seconds * SECOND);
    }

    @Test
    void aGpuThatIsBackAndOneThatVanishesThenAreTwoSentences() {
        this.past.process(0, "sleep of root", -60, null);
        this.past.lasting(removed(0, 56), 58.0).lasting(removed(2, 58), null);

        assertThat(this.past.texts())
                .containsExactly(
                        "GPU 0 was removed; sleep of root was on it; it was back after 2 min.",
                        "GPU 2 was removed 2 min ago.");
    }

    @Test
    void outagesThatDidNotBeginTogetherAreTwoSentencesWithTheirOwnTime() {
        this.past.lasting(lost(0, 50), 51.0).lasting(lost(1, 53), 60.0);

        assertThat(this.past.texts())
                .containsExactly(
                        "GPU 0 fell off the bus; the GPU was unusable for 60 s.",
                        "GPU 1 fell off the bus; the GPU was unusable for 7 min.");
    }

    @Test
    void anOutageThatGoesOnIsNotPartOfOneThatIsOver() {
        this.past.lasting(lost(0, 50), 51.0).lasting(lost(1, 50 + 2 * SECOND), null);

        assertThat(this.past.texts())
                .containsExactly(
                        "GPU 0 fell off the bus; the GPU was unusable for 60 s.",
                        "GPU 1 fell off the bus 9 min ago; the GPU has been unusable since.");
    }

    @Test
    void theOutageOfAGpuThatBeganAgainAndGoesOnIsASentence() {
        this.past.lasting(lost(0, 50), 51.0).lasting(lost(0, 53), null);

        assertThat(this.past.texts())
                .containsExactly(
                        "GPU 0 fell off the bus; the GPU was unusable for 60 s.",
                        "GPU 0 fell off the bus 7 min ago; the GPU has been unusable since.");
    }

    @Test
    void outagesThatBeganTogetherCostTheSumOfTheirTimes() {
        this.past.lasting(lost(0, 10), 40.0).lasting(lost(1, 10 + 5 * SECOND), 25 + 5 * SECOND);
        Sentence sentence = this.past.only();

        assertThat(sentence.text().en())
                .isEqualTo("GPUs 0–1 fell off the bus; the GPUs were unusable for up to 30 min (0.8 GPU-hours).");
        assertThat(sentence.text().zh()).isEqualTo("GPU 0–1 已从总线掉线；无法使用 30 分钟以内（0.8 GPU 小时）。");
        assertThat(sentence.gpuHours()).isEqualTo(0.75);
    }

    @Test
    void repeatedOutagesOfAGpuLastedAsLongAsTheirSum() {
        this.past.lasting(lost(0, 10), 11.0).lasting(lost(0, 12), 12.5).lasting(lost(0, 14), 14.5);
        Sentence sentence = this.past.only();

        assertThat(sentence.text().en())
                .isEqualTo("GPU 0 fell off the bus; it happened 3 times; the GPU was unusable for 2 min in all.");
        assertThat(sentence.text().zh()).isEqualTo("GPU 0 已从总线掉线；发生 3 次；无法使用 2 分钟（合计）。");
        assertThat(sentence.gpuHours()).isEqualTo(2 / 60.0);
        assertThat(sentence.time().until()).isEqualTo(StoredPast.at(14.5));
    }

    @Test
    void theRepetitionOnOneOfSeveralGpusIsASentenceOfItsOwn() {
        this.past.lasting(lost(0, 10), 11.0).lasting(lost(1, 10), 11.0).lasting(lost(0, 12), 13.0);

        assertThat(this.past.story().sentences())
                .extracting((one) -> one.gpus().size() + " " + one.events())
                .containsExactly("2 [1, 2]", "1 [3]");
    }

    @Test
    void renewalsOfTheDriverLastedAsLongAsTheirSum() {
        renewed(10, 5);
        renewed(10.5, 5);
        renewed(11.6, 2);
        LocalizedText text = this.past.only().text();

        assertThat(text.en())
                .isEqualTo("The session with the driver was renewed; it happened 3 times; it lasted 12 s in all.");
        assertThat(text.zh()).isEqualTo("与驱动的会话已重新建立；发生 3 次；持续 12 秒（合计）。");
    }

    @Test
    void aGpuThatWasRemovedAgainAndAgainWasGoneForTheSum() {
        this.past.lasting(removed(0, 10), 11.0).lasting(removed(0, 12), 12.5);

        assertThat(this.past.texts()).containsExactly("GPU 0 was removed; it happened 2 times; it lasted 90 s in all.");
    }

    @Test
    void aJobIsNamedWithItsGpusOnly() {
        this.past.process(0, "sleep of root", -60, null);
        this.past.lasting(lost(0, 10), 11.0).lasting(lost(2, 10), 11.0);
        LocalizedText text = this.past.story().sentences().get(0).text();

        assertThat(text.en())
                .isEqualTo("GPUs 0, 2 fell off the bus; sleep of root was on GPU 0; the GPUs were unusable for 60 s.");
        assertThat(text.zh()).contains("；root 的 sleep 当时在 GPU 0 上运行；");
    }

    @Test
    void aJobThatEndedBeforeTheFaultOfItsGpuIsNotNamed() {
        this.past.process(0, "sleep of root", -60, 8.5);
        this.past.xid(1, 31, 8).xid(0, 31, 9);

        assertThat(this.past.story().sentences().get(0).text().en())
                .startsWith("GPUs 0–1: ")
                .endsWith(" (Xid 31).");
    }

    @Test
    void aJobEndsWithTheFaultThatHappenedToIt() {
        this.past.process(0, "sleep of root", 11, 13.1);
        this.past.xid(0, 13, 10).xid(0, 13, 13);

        assertThat(this.past.texts()).anyMatch((text) -> text.contains("sleep of root ended with it"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GPU_STUCK | STUCK | GPU 0 did not answer; | GPU 0 一度没有响应；",
                "GPU_STUCK | SLOW | GPU 0 answered late; | GPU 0 一度响应缓慢；",
                "GPU_FAILED | ERROR | GPU 0 could not be read; | GPU 0 一度无法读取；",
                "GPU_FAILED | RESET_REQUIRED | GPU 0 had to be reset; | GPU 0 曾需要重置；",
                "DRIVER_GONE | '' | The driver did not answer; | 驱动一度没有响应；",
                "RECOVERY_ACTION | '' | GPU 0: the driver recommended: reset the GPU; | GPU 0：驱动曾建议：重置 GPU；"
            })
    void anOutageThatIsOverIsInThePast(EventKind kind, String state, String english, String chinese) {
        this.past.lasting(
                draft(kind, Severity.CRITICAL, kind == EventKind.DRIVER_GONE ? null : 0, 10)
                        .with(EventAttribute.STATE, state)
                        .with(EventAttribute.ACTION, kind == EventKind.RECOVERY_ACTION ? 1 : null),
                11.0);

        assertThat(this.past.only().text().en()).startsWith(english);
        assertThat(this.past.only().text().zh()).startsWith(chinese);
    }
}
