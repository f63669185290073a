package io.gpulse.event.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Placeholders of texts in two languages. */
class LocalizedTextTests {

    @Test
    void placeholdersHaveTheValuesOfTheirLanguage() {
        LocalizedText text = new LocalizedText("{gpu} isn't {what}", "{gpu} {what}");

        assertThat(text.with(Map.of("gpu", "GPU 3", "what", new LocalizedText("idle", "空闲"))))
                .isEqualTo(new LocalizedText("GPU 3 isn't idle", "GPU 3 空闲"));
        assertThat(text.placeholders()).containsExactlyInAnyOrder("gpu", "what");
    }

    @Test
    void aCountChoosesItsWord() {
        LocalizedText text = LocalizedText.of("{n} {n:recovery|recoveries}");

        assertThat(text.with(Map.of("n", 1)).en()).isEqualTo("1 recovery");
        assertThat(text.with(Map.of("n", 505)).en()).isEqualTo("505 recoveries");
    }

    @Test
    void theNumberOfGpusChoosesItsWord() {
        LocalizedText text = LocalizedText.of("{holds|each hold} {n:page|pages}");

        assertThat(text.numbered(false).en()).isEqualTo("holds {n:page|pages}");
        assertThat(text.numbered(true).en()).isEqualTo("each hold {n:page|pages}");
    }

    @Test
    void bracesInAValueAreNoPlaceholder() {
        assertThat(LocalizedText.of("{process} ended")
                        .with(Map.of("process", "a$1{b}"))
                        .en())
                .isEqualTo("a$1{b} ended");
    }

    @Test
    void aPlaceholderWithoutAValueIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LocalizedText.of("{gpu} is idle").with(Map.of()))
                .withMessage("No value for {gpu}");
    }

    @Test
    void partsAreJoinedInBothLanguages() {
        LocalizedText one = new LocalizedText("one", "一");

        assertThat(LocalizedText.join(LocalizedText.COMMA, List.of(one, one)))
                .isEqualTo(new LocalizedText("one, one", "一，一"));
        assertThat(one.sentence().thenSentence(one.sentence())).isEqualTo(new LocalizedText("One. One.", "一。一。"));
        assertThat(LocalizedText.NONE.thenSentence(one)).isEqualTo(one);
    }

    @Test
    void aTextHasATenseAndANumber() {
        LocalizedText text = new LocalizedText("{gpus} {is|are/was|were} slow, {does/did} {n:job|jobs}", "{/曾}慢 {n}");

        assertThat(text.inTense(false).numbered(true).en()).isEqualTo("{gpus} are slow, does {n:job|jobs}");
        assertThat(text.inTense(true).numbered(false))
                .isEqualTo(new LocalizedText("{gpus} was slow, did {n:job|jobs}", "曾慢 {n}"));
    }
}
