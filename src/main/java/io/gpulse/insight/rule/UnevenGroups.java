package io.gpulse.insight.rule;

import static io.gpulse.metric.Metric.CLOCKS_MAX_SM;
import static io.gpulse.metric.Metric.CLOCKS_SM;
import static io.gpulse.metric.Metric.UTILIZATION_GPU;

import io.gpulse.device.GpuIdentity;
import io.gpulse.insight.window.GpuWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Which GPU of those that work together lags behind while the others agree. */
final class UnevenGroups {

    private static final Duration SHOWN = Duration.ofMinutes(30);
    private static final int FEWEST = 3;

    /** Below that a clock says more of the load than of the GPU. */
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
            result.inapplicable(new Phrase(
                    "no three GPUs have processes of one name and user, on one model and other than inference servers,"
                            + " that were started within "
                            + Phrases.duration(machine.threshold("started-within"))
                                    .en(),
                    "没有至少三块同型号 GPU 运行同名、同用户且几乎同时启动的进程（推理服务除外）"));
        }
        groups.forEach((group) -> check(group, result));
    }

    /** GPUs of different models are not equally fast. */
    private static Stream<List<GpuRuleContext>> byModel(List<GpuRuleContext> group) {
        Map<String, List<GpuRuleContext>> models = new LinkedHashMap<>();
        group.forEach((gpu) ->
                models.computeIfAbsent(model(gpu), (first) -> new ArrayList<>()).add(gpu));
        return models.values().stream();
    }

    private static String model(GpuRuleContext gpu) {
        GpuIdentity identity = gpu.gpu().sample().identity();
        return identity == null ? "" : identity.name();
    }

    private static void check(List<GpuRuleContext> group, CheckResult result) {
        GpuRuleContext any = group.get(0);
        if (!group.stream().allMatch((gpu) -> gpu.isWatched(UTILIZATION_GPU, "window"))) {
            group.forEach((gpu) -> result.add(gpu.gpu(), any.waiting("window")));
            return;
        }
        for (GpuRuleContext gpu : group) {
            List<GpuRuleContext> others =
                    group.stream().filter((other) -> !other.equals(gpu)).toList();
            result.add(gpu.gpu(), lagging(gpu, others));
        }
    }

    private static Verdict lagging(GpuRuleContext gpu, List<GpuRuleContext> others) {
        double own = gpu.mean(UTILIZATION_GPU, "window");
        double least = others.stream()
                .mapToDouble((other) -> other.mean(UTILIZATION_GPU, "window"))
                .min()
                .orElseThrow();
        double most = others.stream()
                .mapToDouble((other) -> other.mean(UTILIZATION_GPU, "window"))
                .max()
                .orElseThrow();
        boolean agree = most - least <= gpu.threshold("agreement");
        double mean = (least + most) / 2;
        if (agree && mean - own > gpu.threshold("lag")) {
            return finding(gpu, others)
                    .say("own", own, Phrases::percent)
                    .say("what", new Phrase("utilization", "利用率"))
                    .say("theirs", mean, Phrases::percent)
                    .shows(UTILIZATION_GPU, new Phrase("utilization", "利用率"), own)
                    .over(gpu.threshold("window"))
                    .shows(UTILIZATION_GPU, new Phrase("utilization of the others", "其他 GPU 的利用率"), mean)
                    .over(gpu.threshold("window"))
                    .charts(gpu.chart(UTILIZATION_GPU, SHOWN));
        }
        return agree && least >= BUSY_PERCENT ? slower(gpu, others) : Verdict.CLEAR;
    }

    private static Verdict slower(GpuRuleContext gpu, List<GpuRuleContext> others) {
        double own = gpu.mean(CLOCKS_SM, "window");
        double least = others.stream()
                .mapToDouble((other) -> other.mean(CLOCKS_SM, "window"))
                .min()
                .orElseThrow();
        double lost = 100 * (least - own) / least;
        // Those of different models have different clocks.
        boolean alike = others.stream().allMatch((other) -> other.value(CLOCKS_MAX_SM) == gpu.value(CLOCKS_MAX_SM));
        if (!alike || !(lost > gpu.threshold("clock"))) {
            return Verdict.CLEAR;
        }
        return finding(gpu, others)
                .say("own", own, Phrases::megahertz)
                .say("what", new Phrase("SM clock", "SM 时钟"))
                .say("theirs", least, Phrases::megahertz)
                .shows(CLOCKS_SM, new Phrase("SM clock", "SM 时钟"), own)
                .over(gpu.threshold("window"))
                .shows(CLOCKS_SM, new Phrase("SM clock of the others", "其他 GPU 的 SM 时钟"), least)
                .over(gpu.threshold("window"))
                .charts(gpu.chart(CLOCKS_SM, SHOWN));
    }

    private static Finding finding(GpuRuleContext gpu, List<GpuRuleContext> others) {
        List<Integer> indexes =
                others.stream().map(GpuRuleContext::gpu).map(GpuWindow::index).toList();
        return gpu.finding()
                .say("others", Phrases.gpus(indexes))
                .heldFor(gpu.threshold("window"))
                .heldBy(gpu.largestProcess());
    }
}
