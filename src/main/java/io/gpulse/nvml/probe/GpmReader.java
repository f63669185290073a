package io.gpulse.nvml.probe;

import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NvmlGpmMetric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.GpmMetricRecord;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reader of the GPU performance monitor (GPM, Hopper and newer), whose metrics cover the time between two samples.
 * Samples are taken at most every 0.2 s; the driver requires 0.1 s between them. Used by one thread.
 */
public final class GpmReader implements ProbeReader<Probe.Gpm> {

    /** Metrics that were added after others. A driver may refuse the whole call for one that it does not have. */
    private static final Set<Integer> ADDED_LATER = Stream.of(
                    NvmlGpmMetric.DMMA_TENSOR_UTIL,
                    NvmlGpmMetric.C2C_TOTAL_TX_PER_SEC,
                    NvmlGpmMetric.C2C_TOTAL_RX_PER_SEC,
                    NvmlGpmMetric.C2C_DATA_TX_PER_SEC,
                    NvmlGpmMetric.C2C_DATA_RX_PER_SEC)
            .map(NvmlGpmMetric::number)
            .collect(Collectors.toUnmodifiableSet());

    private static final long APART = Duration.ofMillis(200).toNanos();

    private final DriverCalls calls;
    private final GpmSamples samples;
    private final CachedCall support;
    private final CachedCall sampling;
    private final CachedCall getting;
    private final GpmMetricsRecord request;
    private final Map<Integer, GpmMetricRecord> byId = new LinkedHashMap<>();
    private NvmlReturn returned = NvmlReturn.NO_DATA;
    private boolean supported;
    private int newest;
    private int taken;
    private long takenAt;
    private long round = -1;
    /** The number of metrics of each call, in the order of the records. */
    private int requested;

    GpmReader(DriverCalls calls, GpmSamples samples) {
        this(calls, samples, GpmMetricsRecord.SAMPLE, Scope.GPU);
    }

    private GpmReader(DriverCalls calls, GpmSamples samples, Call sampling, Scope scope) {
        this.calls = calls;
        this.samples = samples;
        this.support = calls.prepare(GpmMetricsRecord.SUPPORT);
        this.sampling = calls.prepare(sampling);
        this.getting = calls.prepareWithoutDevice(GpmMetricsRecord.CALL);
        this.request = new GpmMetricsRecord(this.getting.answer());
        Metric.of(scope).stream()
                .flatMap((metric) -> metric.spec().probes().stream())
                .filter(Probe.Gpm.class::isInstance)
                .map(Probe.Gpm.class::cast)
                .sorted(Comparator.comparing((metric) -> ADDED_LATER.contains(metric.id())))
                .forEach(this::request);
        this.requested = this.byId.size();
    }

    /**
     * Returns the reader of a GPU instance, which samples once in a round of the GPU for all its compute instances.
     *
     * @param calls about the GPU
     * @param gpuInstance its id
     */
    public static GpmReader ofInstance(DriverCalls calls, int gpuInstance, GpmSamples samples) {
        return new GpmReader(calls, samples, GpmMetricsRecord.sampleOf(gpuInstance), Scope.MIG);
    }

    private void request(Probe.Gpm metric) {
        this.byId.computeIfAbsent(metric.id(), (id) -> this.request.metric(this.byId.size()));
    }

    @Override
    public Reading read(Probe.Gpm metric, RowContext row, FieldBatch fields) {
        NvmlReturn code = returned(metric);
        return code == NvmlReturn.SUCCESS
                ? CounterRates.rate(record(metric).value(), row.conversion())
                : Reading.absent(code.reason());
    }

    /** Returns the return code of a metric; takes a sample for the first metric of the round. */
    private NvmlReturn returned(Probe.Gpm metric) {
        if (this.round != this.calls.number()) {
            this.round = this.calls.number();
            measure();
        }
        return this.returned == NvmlReturn.SUCCESS
                ? NvmlReturn.of(record(metric).returnCode())
                : this.returned;
    }

    private GpmMetricRecord record(Probe.Gpm metric) {
        return Objects.requireNonNull(this.byId.get(metric.id()), "the metrics of all rows are requested");
    }

    private void measure() {
        if (!this.supported) {
            this.returned = prepare();
            this.supported = this.returned == NvmlReturn.SUCCESS;
        }
        if (this.supported && (this.taken == 0 || this.calls.nanos() - this.takenAt >= APART)) {
            this.returned = sample();
        }
    }

    private NvmlReturn prepare() {
        GpmMetricsRecord.requestSupport(this.support.answer());
        NvmlReturn answer = this.calls.repeat(this.support);
        if (answer != NvmlReturn.SUCCESS) {
            return answer;
        }
        return GpmMetricsRecord.isSupported(this.support.answer()) ? this.samples.allocate() : NvmlReturn.NOT_SUPPORTED;
    }

    private NvmlReturn sample() {
        this.newest = 1 - this.newest;
        this.sampling.answer().putLong(0, this.samples.sample(this.newest));
        NvmlReturn answer = this.calls.repeat(this.sampling);
        if (answer != NvmlReturn.SUCCESS) {
            this.taken = 0;
            return answer;
        }
        this.takenAt = this.calls.nanos();
        this.taken = Math.min(2, this.taken + 1);
        return this.taken < 2 ? NvmlReturn.NO_DATA : get();
    }

    private NvmlReturn get() {
        NvmlReturn answer = getRequested();
        long later = this.byId.keySet().stream().filter(ADDED_LATER::contains).count();
        int established = this.byId.size() - (int) later;
        if (answer != NvmlReturn.INVALID_ARGUMENT || this.requested == established) {
            return answer;
        }
        this.requested = established;
        return getRequested();
    }

    private NvmlReturn getRequested() {
        this.request.request(this.requested, this.samples.sample(1 - this.newest), this.samples.sample(this.newest));
        int number = 0;
        for (Map.Entry<Integer, GpmMetricRecord> metric : this.byId.entrySet()) {
            boolean isRequested = number++ < this.requested;
            NvmlReturn before = isRequested ? NvmlReturn.NO_DATA : NvmlReturn.FUNCTION_NOT_FOUND;
            metric.getValue().request(metric.getKey(), before.code());
        }
        return this.calls.repeat(this.getting);
    }
}
