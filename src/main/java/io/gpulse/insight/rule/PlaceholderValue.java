package io.gpulse.insight.rule;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import io.gpulse.insight.window.GpuWindow;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The value of one placeholder in the texts of a finding.
 *
 * @param shared used where the texts of several GPUs differ; distinguishes causes
 * @param ours whether the text is a message, whose {@code {holds|hold}} is resolved
 * @param format of a number, of which several GPUs have a range; null for a text
 */
record PlaceholderValue(
        LocalizedText text,
        LocalizedText shared,
        boolean ours,
        double value,
        @Nullable DoubleFunction<LocalizedText> format) {

    static PlaceholderValue ofCause(LocalizedText text) {
        return new PlaceholderValue(text, text, true, Double.NaN, null);
    }

    static PlaceholderValue ofGpu(LocalizedText text, LocalizedText shared) {
        return new PlaceholderValue(text, shared, false, Double.NaN, null);
    }

    static PlaceholderValue ofNumber(double value, DoubleFunction<LocalizedText> format) {
        return new PlaceholderValue(format.apply(value), LocalizedText.NONE, true, value, format);
    }

    /** Returns the names of GPUs, which are no part of the cause. */
    static PlaceholderValue gpus(List<GpuWindow> gpus) {
        List<Integer> indexes = gpus.stream().map(GpuWindow::index).distinct().toList();
        return ofGpu(Phrases.gpus(indexes), LocalizedText.NONE);
    }

    String cause() {
        return this.shared.en();
    }

    LocalizedText text(boolean several) {
        return this.ours ? this.text.numbered(several) : this.text;
    }

    /** Joins the values of several findings of one cause. */
    static PlaceholderValue join(List<PlaceholderValue> each) {
        PlaceholderValue first = each.get(0);
        if (each.stream().allMatch((value) -> value.text.equals(first.text))) {
            return first;
        }
        DoubleFunction<LocalizedText> format = first.format;
        return format == null
                ? new PlaceholderValue(first.shared, first.shared, first.ours, Double.NaN, null)
                : new PlaceholderValue(range(each, format), LocalizedText.NONE, true, Double.NaN, format);
    }

    private static LocalizedText range(List<PlaceholderValue> each, DoubleFunction<LocalizedText> format) {
        LocalizedText least = format.apply(
                each.stream().mapToDouble(PlaceholderValue::value).min().orElse(Double.NaN));
        LocalizedText most = format.apply(
                each.stream().mapToDouble(PlaceholderValue::value).max().orElse(Double.NaN));
        return least.equals(most) ? least : Messages.text("range", Map.of("least", least, "most", most));
    }
}
