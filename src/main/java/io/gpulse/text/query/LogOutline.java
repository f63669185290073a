package io.gpulse.text.query;

import io.gpulse.metric.Metric;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lines of a GPU's log, without those of other kinds of GPUs and those for which its driver has no function. */
final class LogOutline {

    /** Marks a property that gpulse does not read. */
    static final String UNREAD = "-";

    /** A unit without a space before it. */
    private static final String LANES = "x";

    private static final String KILOBYTES = "KB/s";

    private LogOutline() {}

    /** Returns the lines in order. */
    static List<Template.Line> of(Template template, GpuRow row) {
        Deque<Template.Line> shown = new ArrayDeque<>();
        List<Template.Line> lines = template.lines();
        for (int place = lines.size() - 1; place >= 0; place--) {
            Template.Line line = lines.get(place);
            if (isThere(line, row, shown.peekFirst())) {
                shown.addFirst(line);
            }
        }
        return List.copyOf(shown);
    }

    /** @param below the line that follows; null at the end */
    private static boolean isThere(Template.Line line, GpuRow row, Template.@Nullable Line below) {
        if (!line.part().conditions().stream().allMatch((condition) -> condition.holds(row))) {
            return false;
        }
        if (line instanceof Template.Heading heading) {
            return below != null && below.depth() > heading.depth();
        }
        return !(line instanceof Template.Value value)
                || !cell(chosen(value, row), row).isBeyondDriver();
    }

    /** Returns the first choice that has a value, or the last one. */
    static Template.Choice chosen(Template.Value value, GpuRow row) {
        List<Template.Choice> choices = value.choices();
        return choices.stream()
                .filter((choice) -> cell(choice, row).isValue())
                .findFirst()
                .orElse(choices.get(choices.size() - 1));
    }

    static Cell cell(Template.Choice choice, GpuRow row) {
        Cell needed = cell(choice.where(), row);
        return needed.isValue() ? cell(choice.property(), row) : needed;
    }

    static Cell cell(String property, GpuRow row) {
        return property.equals(UNREAD) ? row.unread() : column(property).cells().apply(row);
    }

    static Property<GpuRow> column(String property) {
        return GpuProperties.named(property)
                .orElseThrow(() -> new IllegalStateException("Unknown property " + property));
    }

    /** Returns the value with its unit, or why it is absent. */
    static String text(Template.Choice choice, GpuRow row) {
        Cell cell = cell(choice, row);
        if (!cell.isValue()) {
            return cell.text().isEmpty() ? Cell.NOT_AVAILABLE : cell.plain();
        }
        if (choice.unit().equals(KILOBYTES)) {
            double bytes =
                    row.gpu().readings().number(metric(choice.property())).orElse(0);
            return Math.round(bytes / 1000) + " " + KILOBYTES;
        }
        String unit = choice.unit().isEmpty() ? column(choice.property()).unit() : choice.unit();
        return unit.isEmpty() || unit.equals(LANES) ? cell.text() + unit : cell.text() + " " + unit;
    }

    static Metric metric(String property) {
        return Metric.named(property).orElseThrow();
    }
}
