package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.GpuIdentity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.insight.window.GpuWindow;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A GPU that lags behind the others of its group while those agree. */
final class UnevenGroups {

    private static final Duration SHOWN = Duration.ofMinutes(30);
    private static final int FEWEST = 3;

    /** Below this utilization a clock depends more on the load than on the GPU. */
    private static final double BUSY_PERCENT = 50;

    private UnevenGroups() {}

    static void check(HostRuleContext machine, List<GpuRuleContext> gpus, CheckResult result) {
        Duration together = Duration.ofMillis(machine.thresholds().millis("started-within"));
        List<List<GpuRuleContext>> groups = WorkGroups.of(gpus, together).stream()
                .filter((group) ->
                        InferenceServers.product(group.get(0).largestProcess()).isEmpty())
                .flatMap(UnevenGroups::byModel)
                .filter((group) -> group.size() >= FEWEST)
                .toList();
        if (groups.isEmpty()) {
            LocalizedText span = Quantities.duration(machine.threshold("started-within"));
            result.inapplicable(text("rule.uneven-group.no-group", Map.of("span", span)));
        }
        groups.forEach((group) -> check(group, result));
    }

    /** GPUs of different models are not equally fast. */
    private static Stream<List<GpuRuleContext>> byModel(List<GpuRuleContext> group) {
        return group.stream()
                .collect(Collectors.groupingBy(UnevenGroups::model, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream();
    }

    private static String model(GpuRuleContext gpu) {
        GpuIdentity identity = gpu.gpu().sample().identity();
        return identity == null ? "" : identity.name();
    }

    private static void check(List<GpuRuleContext> group, CheckResult result) {
        boolean watched = group.stream().allMatch((gpu) -> gpu.isWatched(Metric.UTILIZATION_GPU, "window"));
        for (GpuRuleContext gpu : group) {
            List<GpuRuleContext> others =
                    group.stream().filter((other) -> !other.equals(gpu)).toList();
            result.add(gpu.gpu(), watched ? lagging(gpu, others) : gpu.waiting("window"));
        }
    }

    private static Verdict lagging(GpuRuleContext gpu, List<GpuRuleContext> others) {
        DoubleSummaryStatistics load = means(others, Metric.UTILIZATION_GPU);
        double middle = (load.getMin() + load.getMax()) / 2;
        if (!(load.getMax() - load.getMin() <= gpu.threshold("agreement"))) {
            return Verdict.CLEAR;
        }
        if (middle - gpu.mean(Metric.UTILIZATION_GPU, "window") > gpu.threshold("lag")) {
            return finding(gpu, others, Metric.UTILIZATION_GPU, middle);
        }
        return load.getMin() >= BUSY_PERCENT ? slower(gpu, others) : Verdict.CLEAR;
    }

    private static Verdict slower(GpuRuleContext gpu, List<GpuRuleContext> others) {
        double least = means(others, Metric.CLOCKS_SM).getMin();
        double lost = 100 * (least - gpu.mean(Metric.CLOCKS_SM, "window")) / least;
        boolean alike = others.stream()
                .allMatch((other) -> other.value(Metric.CLOCKS_MAX_SM) == gpu.value(Metric.CLOCKS_MAX_SM));
        return alike && lost > gpu.threshold("clock") ? finding(gpu, others, Metric.CLOCKS_SM, least) : Verdict.CLEAR;
    }

    private static DoubleSummaryStatistics means(List<GpuRuleContext> gpus, Metric metric) {
        return gpus.stream().mapToDouble((gpu) -> gpu.mean(metric, "window")).summaryStatistics();
    }

    private static Finding finding(GpuRuleContext gpu, List<GpuRuleContext> others, Metric metric, double theirs) {
        List<Integer> indexes =
                others.stream().map(GpuRuleContext::gpu).map(GpuWindow::index).toList();
        boolean clock = metric == Metric.CLOCKS_SM;
        String name = clock ? "evidence.sm-clock" : "evidence.utilization";
        String nameOfOthers = clock ? "evidence.sm-clock-of-others" : "evidence.utilization-of-others";
        DoubleFunction<LocalizedText> format = clock ? Quantities::megahertz : Quantities::percent;
        double own = gpu.mean(metric, "window");
        return gpu.finding()
                .because(clock ? "clock" : "utilization")
                .put("others", Phrases.gpus(indexes))
                .put("own", own, format)
                .put("what", text(name))
                .put("theirs", theirs, format)
                .heldFor(gpu.threshold("window"))
                .heldBy(gpu.largestProcess())
                .shows(metric, name, own)
                .over(gpu.threshold("window"))
                .shows(metric, nameOfOthers, theirs)
                .over(gpu.threshold("window"))
                .charts(gpu.chart(metric, SHOWN));
    }
}
