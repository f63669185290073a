package io.gpulse.kit;

import io.gpulse.doctor.comparison.BracketedValue;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One value as gpulse and nvidia-smi print it.
 *
 * @param where the GPU and the property
 * @param ours what gpulse printed
 * @param before what nvidia-smi printed just before
 * @param after what it printed just after
 */
record ComparedValue(String where, String ours, String before, String after) {

    private static final Pattern NUMBER = Pattern.compile("(-?\\d+(?:\\.\\d+)?)( ?[A-Za-z%/]+)?");

    /** Properties and log headings whose values change without any action. */
    private static final Pattern MOVING = Pattern.compile(
            "timestamp|utilization|power\\.draw|clocks\\.(current|gr|sm|mem|video)\\b|temperature\\.(gpu|memory)"
                    + "|memory\\.(used|free)|fan\\.speed|pstate|pcie\\.link\\.(gen|width)\\.(gpu)?current"
                    + "|encoder\\.stats|clocks_(event|throttle)_reasons(?!\\.supported)|bbx\\.time_run"
                    + "|Utilization|Power Draw|Samples|Clocks / |GPU Current Temp|GPU T.Limit Temp"
                    + "|Memory Current Temp|/ (Used|Free)$|Fan Speed|Performance State|Throughput"
                    + "|Event Reasons|Throttle Reasons|PCIe Generation / (Device )?Current|Encoder Stats|FBC Stats"
                    + "|Processes|Voltage|^table / GPU \\d+ / (Temp|Perf|Power|Memory used|Util)$");

    /** Limits and settings below the same headings as changing values. */
    private static final Pattern FIXED =
            Pattern.compile("^header of |Max Clocks|Boost|(?i:applications)|\\.max\\b|tlimit$");

    Agreement agreement() {
        if (new BracketedValue(this.ours, List.of(this.before, this.after)).isEqual()) {
            return Agreement.EQUAL;
        }
        if (isBetween()) {
            return Agreement.BETWEEN;
        }
        return moves() ? Agreement.MOVED : Agreement.DIFFERENT;
    }

    private boolean isBetween() {
        return unit(this.ours).equals(unit(this.before))
                && unit(this.ours).equals(unit(this.after))
                && new BracketedValue(number(this.ours), List.of(number(this.before), number(this.after)))
                        .isWithin((least, greatest) -> 0);
    }

    /** Returns whether both are values of one form and may change: an absence on one side is a difference. */
    private boolean moves() {
        boolean sameForm = number(this.ours).isEmpty() == number(this.before).isEmpty()
                && !isAbsent(this.ours)
                && !isAbsent(this.before)
                && unit(this.ours).equals(unit(this.before));
        return sameForm
                && MOVING.matcher(this.where).find()
                && !FIXED.matcher(this.where).find();
    }

    private static boolean isAbsent(String text) {
        return text.isEmpty() || text.equals("N/A") || text.startsWith("[");
    }

    /** Returns the number without its unit; empty for other texts. */
    private static String number(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.matches() ? number.group(1) : "";
    }

    private static String unit(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.matches() && number.group(2) != null ? number.group(2) : "";
    }
}
