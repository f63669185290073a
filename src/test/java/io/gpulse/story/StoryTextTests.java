package io.gpulse.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.message.Language;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.history.TimeRange;
import io.gpulse.workload.Stretch;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A story in the lines of a terminal. */
class StoryTextTests {

    private static final TimeRange SPAN =
            new TimeRange(Instant.parse("2026-11-20T10:00:00Z"), Instant.parse("2026-11-20T22:00:00Z"));

    private static String text(LocalizedText sentence, Language language, @Nullable String host) {
        Sentence one = Sentence.of(StoryKind.ENDED, Stretch.moment(StoredPast.at(72)), List.of(), sentence);
        Story story = new Story(null, List.of(one), 0, null);
        return StoryText.of(StoryResponse.of(story, SPAN, language), language, host);
    }

    @Test
    void aLongSentenceIsContinuedUnderItsBegin() {
        LocalizedText sentence = LocalizedText.of(
                "GPUs 0–3: train.py of mchen ended, and was started again 11 min later;" + " 0.8 GPU-hours were free.");

        assertThat(text(sentence, Language.EN, "trn-h100-03"))
                .isEqualTo("What happened on trn-h100-03 from 2026-11-20 10:00 to 2026-11-20 22:00 UTC\n"
                        + "11-20 11:12  GPUs 0–3: train.py of mchen ended, and was started again 11 min\n"
                        + "             later; 0.8 GPU-hours were free.\n");
    }

    @Test
    void aNumberAndItsUnitStayTogether() {
        String text = text(LocalizedText.of("GPU 4: " + "x".repeat(52) + " after 13 h 53 min."), Language.EN, null);

        assertThat(text.lines().skip(1))
                .containsExactly("11-20 11:12  GPU 4: " + "x".repeat(52) + " after", "             13 h 53 min.");
    }

    @Test
    void aWordThatIsLongerThanALineIsBroken() {
        String text = text(LocalizedText.of("GPU 0: " + "x".repeat(100) + " ended\u0007."), Language.EN, null);

        assertThat(text).startsWith("What happened from 2026-11-20 10:00 to 2026-11-20 22:00 UTC\n");
        assertThat(text.lines()).allMatch((line) -> line.length() <= 80).hasSize(4);
        assertThat(text.replaceAll("\\s", "")).contains("x".repeat(100) + "ended?.");
    }

    @Test
    void aChineseCharacterTakesTwoColumns() {
        String sentence = "GPU 0–3：mchen 的 train.py 结束，11 分钟后重新启动；" + "其间空闲 0.8 GPU 小时。".repeat(3);

        assertThat(text(new LocalizedText("", sentence), Language.ZH, "h")
                        .lines()
                        .skip(1))
                .hasSize(2)
                .allMatch((line) -> line.codePoints()
                                .map((letter) -> letter > 0x2fff ? 2 : 1)
                                .sum()
                        <= 80);
    }

    @Test
    void aQuietTimeIsALineUnderTheHeading() {
        Story story = new Story(null, List.of(), 0, LocalizedText.of("A quiet time."));

        assertThat(StoryText.of(StoryResponse.of(story, SPAN, Language.EN), Language.EN, "h")
                        .lines())
                .containsExactly("What happened on h from 2026-11-20 10:00 to 2026-11-20 22:00 UTC", "A quiet time.");
    }
}
