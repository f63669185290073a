package io.gpulse.smi;

import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.NvidiaSmiFormat;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scale;
import io.gpulse.metric.UnitConversion;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The conversion of a text of nvidia-smi to a reading of a row. A text that is neither a value of the row nor a known
 * reason, such as a number in another unit, is an error.
 */
final class SmiText {

    private static final Pattern NUMBER = Pattern.compile("([-+]?\\d{1,30}(?:\\.\\d{1,12})?) *(\\D{0,12})");
    private static final Pattern LANES = Pattern.compile("x(\\d+)");
    private static final Pattern CODE = Pattern.compile("Unknown \\((\\d{1,9})\\)|(\\d{1,9})");
    /** The date, or the effect, after the status of a license. */
    private static final Pattern EXPIRY = Pattern.compile(" \\((?:expiry: .*|(?:un)?restricted\\))");

    private static final Pattern HEX = Pattern.compile("(?:0[xX])?([0-9a-fA-F]{1,16})");
    private static final Pattern P_STATE = Pattern.compile("P(\\d{1,2})");

    /** More than the highest code that has a label. */
    private static final int CODES = 64;

    private static final int LONGEST_INTEGER = 18;
    private static final double MEBIBYTE = 1 << 20;

    private static final Map<String, Scale> BYTES = Map.of(
            "B", Scale.ONE,
            "KiB", new Scale(1 << 10, 1),
            "MiB", new Scale(MEBIBYTE, 1),
            "GiB", new Scale(1 << 30, 1),
            "TiB", new Scale(MEBIBYTE * MEBIBYTE, 1));
    private static final Map<String, Scale> RATES =
            Map.of("B/s", Scale.ONE, "KB/s", new Scale(1000, 1), "MB/s", new Scale(1e6, 1), "GB/s", new Scale(1e9, 1));
    private static final Map<String, Scale> TIMES = Map.of(
            "us", new Scale(1, 1e6),
            "ms", new Scale(1, 1000),
            "s", Scale.ONE,
            "sec", Scale.ONE,
            "seconds", Scale.ONE);

    private static final Map<NvidiaSmiFormat, Map<String, Long>> LABELS = new ConcurrentHashMap<>();

    private SmiText() {}

    static Reading reading(Metric metric, String written) {
        MetricSpec spec = metric.spec();
        String text = written.strip();
        Reading present = spec.kind() == Kind.TEXT ? null : value(spec, text);
        if (present != null) {
            return present;
        }
        Reason why = AbsentText.reason(text);
        if (why != null) {
            return Reading.absent(why);
        }
        return spec.kind() == Kind.TEXT ? ofText(spec, text) : new Reading.Absent(Reason.ERROR, shortened(text));
    }

    private static @Nullable Reading value(MetricSpec spec, String text) {
        return spec.kind() == Kind.STATE ? state(spec, text) : number(spec, text);
    }

    private static Reading ofText(MetricSpec spec, String text) {
        if (!isHex(spec.printing())) {
            return spec.reading(text);
        }
        OptionalLong code = hex(text);
        return code.isPresent() ? spec.reading(code.getAsLong()) : new Reading.Absent(Reason.ERROR, shortened(text));
    }

    /** Returns the state of a text; null when it is none of the row. */
    private static @Nullable Reading state(MetricSpec spec, String text) {
        OptionalLong code = switch (spec.printing()) {
            case HEX, LOWER_HEX, HEX2, HEX4, HEX8, HEX16 -> hex(text);
            case P_STATE -> code(P_STATE.matcher(text), 1);
            default -> labelled(spec.printing(), text);
        };
        return code.isPresent() ? spec.reading(code.getAsLong()) : null;
    }

    private static OptionalLong labelled(NvidiaSmiFormat form, String text) {
        Long known = LABELS.computeIfAbsent(form, SmiText::labels)
                .get(EXPIRY.matcher(text.toLowerCase(Locale.ROOT)).replaceFirst(""));
        if (known != null) {
            return OptionalLong.of(known);
        }
        Matcher code = CODE.matcher(text);
        return code.matches()
                ? OptionalLong.of(Long.parseLong(code.group(1) == null ? code.group(2) : code.group(1)))
                : OptionalLong.empty();
    }

    private static Map<String, Long> labels(NvidiaSmiFormat form) {
        Map<String, Long> labels = new HashMap<>();
        for (long code = 0; code < CODES; code++) {
            labels.putIfAbsent(form.word(code).toLowerCase(Locale.ROOT), code);
        }
        if (form == NvidiaSmiFormat.ENABLED_DISABLED) {
            // Drivers up to 525 print power management in this way.
            labels.put("supported", 1L);
        }
        return Map.copyOf(labels);
    }

    private static boolean isHex(NvidiaSmiFormat form) {
        return switch (form) {
            case HEX, LOWER_HEX, HEX2, HEX4, HEX8, HEX16 -> true;
            default -> false;
        };
    }

    private static OptionalLong hex(String text) {
        Matcher hex = HEX.matcher(text);
        return hex.matches() ? OptionalLong.of(Long.parseUnsignedLong(hex.group(1), 16)) : OptionalLong.empty();
    }

    private static OptionalLong code(Matcher matcher, int group) {
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(group))) : OptionalLong.empty();
    }

    /** Returns the number of a text; null when there is none in a unit of the row. */
    private static @Nullable Reading number(MetricSpec spec, String text) {
        Matcher lanes = LANES.matcher(text);
        Matcher number = NUMBER.matcher(lanes.matches() ? lanes.group(1) : text);
        if (!number.matches()) {
            return null;
        }
        Scale scale = scale(spec, number.group(2).strip());
        if (scale == null) {
            return null;
        }
        UnitConversion conversion = new UnitConversion(spec, scale);
        String digits = number.group(1);
        boolean whole = digits.indexOf('.') < 0 && digits.length() <= LONGEST_INTEGER;
        return whole
                ? conversion.ofSigned(Long.parseLong(digits), Long.SIZE)
                : conversion.of(Double.parseDouble(digits));
    }

    /** Returns the factor from a unit of nvidia-smi to that of the row; null for a unit that the row cannot have. */
    private static @Nullable Scale scale(MetricSpec spec, String unit) {
        return switch (spec.unit()) {
            case BYTES -> BYTES.get(unit);
            case BYTES_PER_SECOND -> RATES.get(unit);
            case SECONDS ->
                spec.printing() == NvidiaSmiFormat.BARE_MICROSECONDS && unit.isEmpty()
                        ? TIMES.get("us")
                        : TIMES.get(unit);
            case PERCENT -> one(unit, "%");
            case CELSIUS -> one(unit, "C");
            case WATTS -> one(unit, "W");
            case JOULES -> one(unit, "J");
            case MEGAHERTZ -> one(unit, "MHz");
            case NONE -> unit.equals("x") || unit.equals("bank(s)") ? Scale.ONE : one(unit, "");
            case RATIO, PER_SECOND -> one(unit, "");
        };
    }

    private static @Nullable Scale one(String unit, String expected) {
        return unit.equals(expected) ? Scale.ONE : null;
    }

    private static String shortened(String text) {
        return text.length() > 80 ? text.substring(0, 80) + "..." : text;
    }
}
