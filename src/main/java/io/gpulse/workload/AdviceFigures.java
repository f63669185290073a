package io.gpulse.workload;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.LoggedEvent;
import io.gpulse.history.accounting.GpuUse;
import io.gpulse.metric.Metric;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The figures that advice depends on.
 *
 * @param samples number of samples of each GPU
 * @param gpus number of GPUs
 * @param unused number of GPUs on which no kernel ran
 * @param active GPU seconds in which a kernel ran, on the other ones; NaN when unknown
 * @param heldIdle GPU seconds in which none ran, on the other ones, or on all if none was used; NaN when unknown
 * @param throttled GPU seconds with clocks reduced for power or heat, by reason
 * @param utilization mean, in percent; NaN when unknown
 * @param smActivity mean, in percent; NaN when unknown
 * @param peakMemory on one GPU, in bytes; NaN when unknown
 * @param totalMemory of that GPU, in bytes; NaN when unknown
 * @param hostCpu mean utilization of the processors of the machine, in percent; NaN when unknown
 * @param waitingShare {@link #waitingShare(Collection, String, Stretch) share} of the time with such an alert
 */
public record AdviceFigures(
        double samples,
        int gpus,
        int unused,
        double active,
        double heldIdle,
        Map<Metric, Double> throttled,
        double utilization,
        double smActivity,
        double peakMemory,
        double totalMemory,
        double hostCpu,
        double waitingShare) {

    private static final String WAITS_FOR_DATA = "input-bound";
    private static final double USED_SHARE = 0.01;

    static AdviceFigures of(JobReport report) {
        List<JobGpu> known =
                report.gpus().stream().filter((gpu) -> sampled(gpu) > 0).toList();
        List<JobGpu> used = known.stream()
                .filter((gpu) -> active(gpu) > USED_SHARE * sampled(gpu))
                .toList();
        List<JobGpu> counted = used.isEmpty() ? known : used;
        Map<Metric, Double> throttled = new EnumMap<>(Metric.class);
        GpuUse.THROTTLING.forEach((reason) -> throttled.put(reason, report.sum((gpu) -> gpu.throttled(reason))));
        JobGpu fullest = report.gpus().stream()
                .max(Comparator.comparingDouble(JobGpu::peakMemory))
                .orElse(null);
        return new AdviceFigures(
                known.stream().mapToDouble(AdviceFigures::sampled).max().orElse(0) / report.every(),
                known.size() + report.reserved().size(),
                known.size() - used.size() + report.reserved().size(),
                counted.stream().mapToDouble(AdviceFigures::active).sum(),
                counted.stream().mapToDouble(JobGpu::heldIdle).sum(),
                throttled,
                mean(counted, Metric.UTILIZATION_GPU),
                mean(counted, Metric.ACTIVITY_SM),
                fullest == null ? Double.NaN : fullest.peakMemory(),
                fullest == null ? Double.NaN : fullest.totalMemory(),
                Double.NaN,
                waitingShare(report));
    }

    /** Returns the time with a kernel, which may be that of another job. */
    private static double active(JobGpu gpu) {
        return gpu.active() + gpu.sharedSeconds();
    }

    private static double sampled(JobGpu gpu) {
        return active(gpu) + gpu.heldIdle();
    }

    private static double mean(List<JobGpu> gpus, Metric metric) {
        return gpus.stream().mapToDouble((gpu) -> gpu.mean(metric)).average().orElse(Double.NaN);
    }

    private static double waitingShare(JobReport report) {
        Stretch time = report.job().time();
        Stretch seen = new Stretch(time.at(), time.end(report.job().seenAt()));
        return report.gpus().stream()
                .mapToDouble((gpu) -> waitingShare(report.events(), gpu.gpu().uuid(), seen))
                .max()
                .orElse(0);
    }

    /** Returns the share of a time in which an alert reported that a GPU waited for data. */
    public static double waitingShare(Collection<LoggedEvent> events, String uuid, Stretch time) {
        long end = time.end(time.at());
        long waiting = events.stream()
                .filter((one) -> WAITS_FOR_DATA.equals(one.event().facts().get(EventAttribute.RULE)))
                .filter((one) ->
                        one.event().gpus().stream().anyMatch((gpu) -> gpu.uuid().equals(uuid)))
                .mapToLong((one) -> timeOf(one).within(time.at(), end))
                .sum();
        return end > time.at() ? (double) waiting / (end - time.at()) : 0;
    }

    private static Stretch timeOf(LoggedEvent one) {
        long at = one.event().at().toEpochMilli();
        Instant until = one.event().until();
        return until == null && !one.open()
                ? Stretch.moment(at)
                : new Stretch(at, one.open() || until == null ? null : (Long) until.toEpochMilli());
    }

    /** Returns the share of the active time in which clocks were reduced for one of some reasons; NaN when unknown. */
    double throttledShare(Set<Metric> reasons) {
        double most = reasons.stream()
                .mapToDouble((reason) -> this.throttled.getOrDefault(reason, 0.0))
                .max()
                .orElse(0);
        return Math.min(1, most / this.active);
    }
}
