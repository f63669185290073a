package io.gpulse.event.message;

import java.util.Locale;
import java.util.Map;

/** Formats numbers with their units, as sentences have them. */
public final class Quantities {

    private static final double MEBI = 1 << 20;
    private static final double GIBI = 1 << 30;
    private static final long MINUTE = 60;
    private static final long HOUR = 3600;
    private static final long DAY = 86_400;

    private Quantities() {}

    /** Returns a duration in the largest unit of which it has two. */
    public static LocalizedText duration(double seconds) {
        if (seconds < 2 * MINUTE) {
            return duration("seconds", Math.round(seconds));
        }
        if (seconds < 2 * HOUR) {
            return duration("minutes", (long) (seconds / MINUTE));
        }
        return seconds < 2 * DAY
                ? duration("hours", (long) (seconds / HOUR))
                : duration("days", (long) (seconds / DAY));
    }

    /** Returns a duration in two units from two hours on. */
    public static LocalizedText exactDuration(long seconds) {
        if (seconds < 2 * HOUR || (seconds < 2 * DAY && seconds % HOUR < MINUTE)) {
            return duration((double) seconds);
        }
        return seconds < 2 * DAY
                ? Messages.text("duration.hours-minutes", Map.of("h", seconds / HOUR, "min", seconds % HOUR / MINUTE))
                : Messages.text("duration.days-hours", Map.of("d", seconds / DAY, "h", seconds % DAY / HOUR));
    }

    /** Returns a duration in tenths of seconds. */
    public static LocalizedText tenths(double seconds) {
        return Messages.text("duration.seconds", Map.of("n", String.format(Locale.ROOT, "%.1f", seconds)));
    }

    private static LocalizedText duration(String unit, long count) {
        return Messages.text("duration." + unit, Map.of("n", count));
    }

    public static LocalizedText bytes(double bytes) {
        return LocalizedText.of(
                bytes >= GIBI ? number(bytes / GIBI) + " GiB" : (long) Math.ceil(bytes / MEBI) + " MiB");
    }

    public static LocalizedText bytesPerSecond(double rate) {
        return LocalizedText.of(rate >= 1e9 ? number(rate / 1e9) + " GB/s" : Math.round(rate / 1e6) + " MB/s");
    }

    /** Returns a number with one decimal below 10. */
    private static String number(double value) {
        double rounded = Math.round(value * 10) / 10.0;
        return rounded >= 10 || rounded == Math.rint(rounded)
                ? Long.toString(Math.round(value))
                : String.format(Locale.ROOT, "%.1f", value);
    }

    public static LocalizedText percent(double percent) {
        long whole = Math.round(percent);
        return new LocalizedText(whole + " %", whole + "%");
    }

    public static LocalizedText watts(double watts) {
        return LocalizedText.of(Math.round(watts) + " W");
    }

    public static LocalizedText megahertz(double megahertz) {
        return LocalizedText.of(Math.round(megahertz) + " MHz");
    }

    public static LocalizedText count(double count) {
        return LocalizedText.of(Long.toString(Math.round(count)));
    }
}
