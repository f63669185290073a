package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import io.gpulse.metric.UnitConversion;
import io.gpulse.nvml.library.NvmlReturn;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The GPU's performance monitor (GPM, Hopper and newer): figures over the time between two samples. Samples are taken
 * at most every 0.2 s; the driver wants 0.1 s between them. Used by one thread.
 */
public final class PerformanceMonitor {

    /** {@code nvmlGpmSupport_t}; its version is a plain 1. */
    public static final Call SUPPORT = Call.struct(
            "nvmlGpmQueryDeviceSupport", Layout.struct().u32("version").u32("isSupportedDevice"));

    public static final Call SAMPLE =
            new Call("nvmlGpmSampleGet", List.of(), Layout.pointers().given("gpmSample"));

    static final int RECORD = 40;

    /** As many records as the newest header has room for; the driver reads so many as it is told. */
    static final int MOST_FIGURES = 333;

    /** {@code nvmlGpmMetricsGet_t}; its version is a plain 1. */
    public static final Call FIGURES = Call.struct(
            "nvmlGpmMetricsGet",
            Layout.struct()
                    .u32("version")
                    .u32("numMetrics")
                    .u64("sample1")
                    .u64("sample2")
                    .array("metrics", MOST_FIGURES * RECORD));

    private static final int VERSION = 1;
    private static final int COUNT = 4;
    private static final int EARLIER = 8;
    private static final int LATER = 16;
    private static final int RECORDS = 24;
    private static final int CODE = 4;
    private static final int VALUE = 8;
    private static final long APART = Duration.ofMillis(200).toNanos();

    private final DriverCalls line;
    private final GpmSamples samples;
    private final List<Integer> figures;
    private final CachedCall support;
    private final CachedCall sampling;
    private final CachedCall telling;
    private NvmlReturn standing = NvmlReturn.NO_DATA;
    private boolean supported;
    private int place;
    private int taken;
    private long takenAt;
    private long look = -1;

    PerformanceMonitor(DriverCalls line, GpmSamples samples) {
        this.line = line;
        this.samples = samples;
        this.figures = figures();
        this.support = line.prepare(SUPPORT);
        this.sampling = line.prepare(SAMPLE);
        this.telling = line.prepareForDriver(FIGURES);
    }

    private static List<Integer> figures() {
        List<Integer> ids = new ArrayList<>();
        Metric.of(Scope.GPU)
                .forEach((metric) -> metric.spec().probes().forEach((probe) -> {
                    if (probe instanceof Probe.Gpm figure && !ids.contains(figure.id())) {
                        ids.add(figure.id());
                    }
                }));
        return ids;
    }

    /** What the driver says of a figure. */
    NvmlReturn ask(Probe.Gpm figure) {
        if (this.look != this.line.look()) {
            this.look = this.line.look();
            measure();
        }
        return this.standing == NvmlReturn.SUCCESS
                ? NvmlReturn.of(memory().getInt(record(figure) + CODE))
                : this.standing;
    }

    Reading read(Probe.Gpm figure, UnitConversion meaning) {
        return meaning.of(memory().getDouble(record(figure) + VALUE));
    }

    private void measure() {
        if (!this.supported) {
            this.standing = prepare();
            this.supported = this.standing == NvmlReturn.SUCCESS;
        }
        if (this.supported && (this.taken == 0 || this.line.nanos() - this.takenAt >= APART)) {
            this.standing = sample();
        }
    }

    private NvmlReturn prepare() {
        this.support.answer().putInt(0, VERSION);
        NvmlReturn said = this.line.put(this.support);
        if (said != NvmlReturn.SUCCESS) {
            return said;
        }
        return this.support.answer().getInt(COUNT) == 0 ? NvmlReturn.NOT_SUPPORTED : this.samples.allocate();
    }

    private NvmlReturn sample() {
        this.place = 1 - this.place;
        this.sampling.answer().putLong(0, this.samples.sample(this.place));
        NvmlReturn said = this.line.put(this.sampling);
        if (said != NvmlReturn.SUCCESS) {
            this.taken = 0;
            return said;
        }
        this.takenAt = this.line.nanos();
        this.taken = Math.min(2, this.taken + 1);
        return this.taken < 2 ? NvmlReturn.NO_DATA : tell();
    }

    private NvmlReturn tell() {
        memory().putInt(0, VERSION);
        memory().putInt(COUNT, this.figures.size());
        memory().putLong(EARLIER, this.samples.sample(1 - this.place));
        memory().putLong(LATER, this.samples.sample(this.place));
        for (int i = 0; i < this.figures.size(); i++) {
            memory().putInt(RECORDS + i * RECORD, this.figures.get(i));
            memory().putInt(RECORDS + i * RECORD + CODE, NvmlReturn.NO_DATA.code());
        }
        return this.line.put(this.telling);
    }

    private int record(Probe.Gpm figure) {
        return RECORDS + this.figures.indexOf(figure.id()) * RECORD;
    }

    private ByteBuffer memory() {
        return this.telling.answer();
    }
}
