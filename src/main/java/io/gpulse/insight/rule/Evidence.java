package io.gpulse.insight.rule;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A number that a rule has judged by.
 *
 * @param metric the row that it is of; null where it is of none
 * @param name what it is, in a word or two
 * @param threshold what it was compared with; null where it only explains
 * @param windowSeconds what span of time it is of; null when it is of now
 * @param gpu UUID of the GPU; null when it is of the machine, or of several
 */
public record Evidence(
        @Nullable Metric metric,
        Phrase name,
        double value,
        Unit unit,
        @Nullable Double threshold,
        @Nullable Double windowSeconds,
        @Nullable String gpu) {

    /** So many GPUs are listed with their own numbers. */
    private static final int MOST = 8;

    /** Two numbers that are printed alike are alike. */
    private static final double SCALE = 100;

    /** The same number of several GPUs: once where it is the same, else for each GPU. */
    static List<Evidence> joined(List<Finding> findings) {
        List<Evidence> all = new ArrayList<>();
        Map<Phrase, List<Evidence>> byName = new LinkedHashMap<>();
        for (Finding finding : findings) {
            String gpu = finding.gpus().size() == 1 ? finding.gpus().get(0).uuid() : null;
            finding.evidence()
                    .forEach((one) -> byName.computeIfAbsent(one.name, (first) -> new ArrayList<>())
                            .add(one.of(gpu)));
        }
        byName.values().forEach((each) -> {
            Evidence first = each.get(0);
            boolean alike = each.size() == findings.size() && each.stream().allMatch(first::isLike);
            (alike ? Stream.of(first.of(null)) : each.stream().limit(MOST)).forEach(all::add);
        });
        return all;
    }

    private boolean isLike(Evidence other) {
        return Math.rint(this.value * SCALE) == Math.rint(other.value * SCALE);
    }

    private Evidence of(@Nullable String other) {
        return new Evidence(this.metric, this.name, this.value, this.unit, this.threshold, this.windowSeconds, other);
    }
}
