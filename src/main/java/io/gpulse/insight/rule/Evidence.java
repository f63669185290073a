package io.gpulse.insight.rule;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Unit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A number that a finding is based on.
 *
 * @param metric null for a number that belongs to no metric
 * @param name a word or two
 * @param threshold the limit that it was compared with; null where it only explains
 * @param windowSeconds the length of its window; null for a number of now
 * @param gpu UUID of the GPU; null for the machine, or for several GPUs
 */
public record Evidence(
        @Nullable Metric metric,
        LocalizedText name,
        double value,
        Unit unit,
        @Nullable Double threshold,
        @Nullable Double windowSeconds,
        @Nullable String gpu) {

    /** At most this number of GPUs is listed with their own values. */
    private static final int MOST = 8;

    /** Values that are printed alike are alike. */
    private static final double SCALE = 100;

    Evidence against(double limit) {
        return new Evidence(this.metric, this.name, this.value, this.unit, limit, this.windowSeconds, this.gpu);
    }

    Evidence over(double seconds) {
        return new Evidence(this.metric, this.name, this.value, this.unit, this.threshold, seconds, this.gpu);
    }

    private Evidence of(@Nullable String other) {
        return new Evidence(this.metric, this.name, this.value, this.unit, this.threshold, this.windowSeconds, other);
    }

    /** Joins the numbers of several GPUs: an equal number once, others for each GPU. */
    static List<Evidence> join(List<Finding> findings) {
        Map<LocalizedText, List<Evidence>> byName = new LinkedHashMap<>();
        for (Finding finding : findings) {
            String gpu = finding.gpus().size() == 1 ? finding.gpus().get(0).uuid() : null;
            finding.evidence()
                    .forEach((one) -> byName.computeIfAbsent(one.name, (first) -> new ArrayList<>())
                            .add(one.of(gpu)));
        }
        return byName.values().stream()
                .flatMap((each) -> {
                    Evidence first = each.get(0);
                    boolean alike =
                            each.size() == findings.size() && each.stream().allMatch(first::isLike);
                    return alike ? Stream.of(first.of(null)) : each.stream().limit(MOST);
                })
                .toList();
    }

    private boolean isLike(Evidence other) {
        return Math.rint(this.value * SCALE) == Math.rint(other.value * SCALE);
    }
}
