package io.gpulse.insight.rule;

import io.gpulse.insight.window.GpuWindow;
import java.util.List;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The text of one placeholder in the sentences of a finding.
 *
 * @param shared printed where the texts of several GPUs differ; what tells causes apart
 * @param ours whether gpulse wrote it, so that {@code {holds|hold}} in it is resolved
 * @param format of a number, of which several GPUs have a range; null for a text
 */
record Word(
        Phrase text,
        Phrase shared,
        boolean ours,
        double value,
        @Nullable DoubleFunction<Phrase> format) {

    static Word ofCause(Phrase text) {
        return new Word(text, text, true, Double.NaN, null);
    }

    static Word ofGpu(Phrase text, Phrase shared) {
        return new Word(text, shared, false, Double.NaN, null);
    }

    static Word ofNumber(double value, DoubleFunction<Phrase> format) {
        return new Word(format.apply(value), Phrase.NONE, true, value, format);
    }

    /** No part of the cause. */
    static Word gpus(List<GpuWindow> gpus) {
        List<Integer> indexes = gpus.stream().map(GpuWindow::index).distinct().toList();
        return ofGpu(Phrases.gpus(indexes), Phrase.NONE);
    }

    String cause() {
        return this.shared.en();
    }

    Phrase text(boolean several) {
        return this.ours ? this.text.numbered(several) : this.text;
    }

    /** The same word of several findings of one cause. */
    static Word joined(List<Word> each) {
        Word first = each.get(0);
        if (each.stream().allMatch((word) -> word.text.equals(first.text))) {
            return first;
        }
        DoubleFunction<Phrase> format = first.format;
        return format == null
                ? new Word(first.shared, first.shared, first.ours, Double.NaN, null)
                : new Word(range(each, format), Phrase.NONE, true, Double.NaN, format);
    }

    private static Phrase range(List<Word> each, DoubleFunction<Phrase> format) {
        Phrase least = format.apply(each.stream().mapToDouble(Word::value).min().orElse(Double.NaN));
        Phrase most = format.apply(each.stream().mapToDouble(Word::value).max().orElse(Double.NaN));
        return least.equals(most) ? least : new Phrase(least.en() + " to " + most.en(), least.zh() + " 至 " + most.zh());
    }
}
