package io.gpulse.kit;

import java.util.OptionalDouble;
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
        if (this.ours.equals(this.before) || this.ours.equals(this.after)) {
            return Agreement.EQUAL;
        }
        if (isBetween()) {
            return Agreement.BETWEEN;
        }
        return moves() ? Agreement.MOVED : Agreement.DIFFERENT;
    }

    private boolean isBetween() {
        OptionalDouble value = number(this.ours);
        OptionalDouble one = number(this.before);
        OptionalDouble other = number(this.after);
        boolean comparable = value.isPresent()
                && one.isPresent()
                && other.isPresent()
                && unit(this.ours).equals(unit(this.before))
                && unit(this.ours).equals(unit(this.after));
        return comparable
                && value.getAsDouble() >= Math.min(one.getAsDouble(), other.getAsDouble())
                && value.getAsDouble() <= Math.max(one.getAsDouble(), other.getAsDouble());
    }

    /** Whether both are values of one form, that moved: an absence on one side is no movement. */
    private boolean moves() {
        boolean sameForm = number(this.ours).isPresent() == number(this.before).isPresent()
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

    private static OptionalDouble number(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.matches() ? OptionalDouble.of(Double.parseDouble(number.group(1))) : OptionalDouble.empty();
    }

    private static String unit(String text) {
        Matcher number = NUMBER.matcher(text);
        return number.matches() && number.group(2) != null ? number.group(2) : "";
    }
}
