package io.gpulse.metric;

import io.gpulse.testing.GeneratedHelp;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The reasons and ranges in HELP.md are those of the catalogue. */
class HelpMetricTests {

    private static final int SHOWN = 6;

    @Test
    void reasonsAreThoseOfTheCatalogue() {
        List<String> lines = new ArrayList<>(List.of("| reason | remedy | read again |", "|---|---|---|"));
        for (Reason reason : Reason.values()) {
            lines.add("| `" + reason + "` | " + reason.remedy() + " | "
                    + (reason.isLasting() ? "in the next driver session" : "every round") + " |");
        }

        GeneratedHelp.assertSection("reasons", lines);
    }

    @Test
    void rangesAreThoseOfTheCatalogue() {
        List<String> lines = new ArrayList<>(List.of("| range | unit | values |", "|---|---|---|"));
        ranges().forEach((range, keys) -> lines.add("| " + range + " | " + named(keys) + " |"));

        GeneratedHelp.assertSection("ranges", lines);
    }

    private static Map<String, List<String>> ranges() {
        Map<String, List<String>> ranges = new LinkedHashMap<>();
        Arrays.stream(Metric.values())
                .map(Metric::spec)
                .filter((spec) -> (spec.range().most() < Double.POSITIVE_INFINITY)
                        && (spec.kind() == Kind.GAUGE || spec.kind() == Kind.COUNTER))
                .sorted(Comparator.comparing(MetricSpec::unit))
                .forEach((spec) -> ranges.computeIfAbsent(
                                text(spec.range()) + " | " + spec.unit().symbol(), (range) -> new ArrayList<>())
                        .add("`" + spec.key() + "`"));
        return ranges;
    }

    private static String text(PhysicalRange range) {
        String bounds = range.bounds().get().stream()
                .map((row) -> "`" + row.spec().key() + "`")
                .collect(Collectors.joining(" or "));
        String ends = number(range.least()) + " to " + number(range.most());
        if (bounds.isEmpty()) {
            return ends;
        }
        return ends + ", and at most " + (range.factor() == 1 ? "" : number(range.factor()) + " times ") + bounds;
    }

    private static String number(double value) {
        BigDecimal exact = new BigDecimal(value);
        return Math.abs(value) < 1e6
                ? exact.toPlainString()
                : exact.round(new MathContext(3)).toEngineeringString();
    }

    private static String named(List<String> keys) {
        if (keys.size() <= SHOWN + 1) {
            return String.join(", ", keys);
        }
        return String.join(", ", keys.subList(0, SHOWN)) + " and " + (keys.size() - SHOWN) + " more";
    }
}
