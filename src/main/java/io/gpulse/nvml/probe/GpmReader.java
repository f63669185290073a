package io.gpulse.nvml.probe;

import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.record.GpmMetricRecord;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The reader of the GPU performance monitor (GPM, Hopper and newer), whose metrics cover the time between two samples.
 * Samples are taken at most every 0.2 s; the driver requires 0.1 s between them. Used by one thread.
 */
public final class GpmReader implements ProbeReader<Probe.Gpm> {

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
                .forEach(this::request);
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
        this.request.request(this.byId.size(), this.samples.sample(1 - this.newest), this.samples.sample(this.newest));
        this.byId.forEach((id, record) -> record.request(id, NvmlReturn.NO_DATA.code()));
        return this.calls.repeat(this.getting);
    }
}
