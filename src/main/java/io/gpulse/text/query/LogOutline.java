package io.gpulse.text.query;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The lines of a GPU's log, without those of other kinds of GPUs and those for which its driver has no function. */
final class LogOutline {

    /** Marks a property that gpulse does not read. */
    static final String UNREAD = "-";

    /** A unit without a space before it. */
    private static final String LANES = "x";

    private static final String POWER_STATE = "power_state";
    /** Of drivers before 530. */
    private static final String POWER_MANAGEMENT = "power_management";

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
        return !(line instanceof Template.Value value) || isThere(chosen(value, row), row);
    }

    private static boolean isThere(Template.Choice choice, GpuRow row) {
        if (choice.property().equals(UNREAD)) {
            // Its value is not known, but nvidia-smi may have printed one.
            return !row.isPrinted() || isEmptyList(choice, row) || isAbsentList(choice, row);
        }
        return isListed(choice, row) && !cell(choice, row).isBeyondDriver();
    }

    private static boolean isListed(Template.Choice choice, GpuRow row) {
        return Metric.named(choice.property())
                .filter((metric) -> row.gpu().readings().absence(metric).equals(Optional.of(Reason.NOT_IN_SOURCE)))
                .isEmpty();
    }

    /** Returns whether a list that gpulse does not read is empty. */
    private static boolean isEmptyList(Template.Choice choice, GpuRow row) {
        return Metric.named(choice.where())
                .flatMap((count) -> row.gpu().readings().of(count))
                .stream()
                .anyMatch((count) -> count instanceof Reading.Quantity number && number.value() == 0);
    }

    private static boolean isAbsentList(Template.Choice choice, GpuRow row) {
        return Metric.named(choice.where()).filter(row::lists).isPresent()
                && !cell(choice.where(), row).isValue();
    }

    /** Returns the first choice that has a value, or the last one, which is that of the XML that was read. */
    static Template.Choice chosen(Template.Value value, GpuRow row) {
        List<Template.Choice> choices = value.choices();
        return choices.stream()
                .filter((choice) -> cell(choice, row).isValue())
                .findFirst()
                .orElseGet(() -> choices.stream()
                        .filter((choice) -> isListed(choice, row))
                        .reduce(choices.get(choices.size() - 1), (one, next) -> next));
    }

    static Cell cell(Template.Choice choice, GpuRow row) {
        if (choice.tag().element().equals(POWER_STATE) && row.generation().deprecatesPowerState()) {
            return Cell.reason(Cell.words(Reason.DEPRECATED));
        }
        // nvidia-smi has applied the condition to what it printed.
        Cell needed = row.isPrinted() ? cell(choice.property(), row) : cell(choice.where(), row);
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
        if (choice.property().equals(UNREAD) && isEmptyList(choice, row)) {
            return "";
        }
        Cell cell = cell(choice, row);
        if (!cell.isValue()) {
            return cell.text().isEmpty() && !row.isPrinted() ? Cell.NOT_AVAILABLE : cell.plain();
        }
        if (choice.unit().equals(KILOBYTES)) {
            double bytes =
                    row.gpu().readings().number(metric(choice.property())).orElse(0);
            return Math.round(bytes / 1000) + " " + KILOBYTES;
        }
        if (choice.tag().element().equals(POWER_MANAGEMENT) && cell.text().equals("Enabled")) {
            return "Supported";
        }
        String unit = choice.unit().isEmpty() ? column(choice.property()).unit() : choice.unit();
        return unit.isEmpty() || unit.equals(LANES) ? cell.text() + unit : cell.text() + " " + unit;
    }

    static Metric metric(String property) {
        return Metric.named(property).orElseThrow();
    }
}
