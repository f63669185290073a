package io.gpulse.doctor.comparison;

import io.gpulse.metric.Cadence;
import io.gpulse.metric.Kind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Reading;
import io.gpulse.metric.SmiGeneration;
import io.gpulse.smi.SmiCell;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rule for equal values of gpulse and nvidia-smi. nvidia-smi ran between two rounds, so a changing value is between
 * both, or near.
 */
final class ValueMatcher {

    /** 525 to 555 put the label before the value of a fabric's state and of its status. */
    private static final Pattern SLIP = Pattern.compile("^(?:state|status) +(?=\\p{Upper})");

    /** The rounding of counters by nvidia-smi. */
    private static final double ROUNDING = 1;

    /** The suffix of an idle PCIe link's generation, which changes more often than it is read. */
    private static final String CURRENT = ".current";

    /**
     * Metrics that are read seldom and yet change: starting and ending programs map memory into BAR1, and the enforced
     * limit follows other consumers of a shared supply.
     */
    private static final Set<Metric> SELDOM_ASKED =
            EnumSet.of(Metric.BAR1_USED, Metric.BAR1_FREE, Metric.ENFORCED_POWER_LIMIT);

    private ValueMatcher() {}

    /** Returns whether a value changes by itself. */
    static boolean moves(Metric metric) {
        MetricSpec spec = metric.spec();
        return spec.cadence() == Cadence.FAST
                || spec.kind() == Kind.COUNTER
                || SELDOM_ASKED.contains(metric)
                || (spec.kind() == Kind.GAUGE && spec.key().endsWith(CURRENT));
    }

    /** @param ours the present readings of the rounds before and after; at least one */
    static boolean alike(Metric metric, List<Reading.Present> ours, SmiCell theirs, SmiGeneration generation) {
        MetricSpec spec = metric.spec();
        List<String> cells = ours.stream()
                .map((present) -> spec.printing().cell(present, generation))
                .toList();
        BracketedValue value = new BracketedValue(SLIP.matcher(theirs.text()).replaceFirst(""), cells);
        return value.isEqual()
                || (moves(metric)
                        && spec.kind() != Kind.STATE
                        && value.isWithin((least, greatest) -> tolerance(spec, greatest - least, greatest)));
    }

    /**
     * Returns the tolerance in the unit that nvidia-smi prints. Memory is no sensor: between two equal rounds it has
     * not changed, and only rounding remains.
     *
     * @param moved the difference between both rounds
     */
    private static double tolerance(MetricSpec spec, double moved, double value) {
        if (spec.kind() == Kind.COUNTER) {
            return ROUNDING;
        }
        return switch (spec.unit()) {
            case PERCENT -> 20;
            case BYTES -> moved + ROUNDING;
            case WATTS -> Math.max(15, value * 0.15);
            case MEGAHERTZ -> Math.max(150, value * 0.1);
            case CELSIUS -> 3;
            default -> Math.max(1, value * 0.1);
        };
    }
}
