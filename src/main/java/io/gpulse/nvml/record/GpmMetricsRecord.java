package io.gpulse.nvml.record;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * {@code nvmlGpmMetricsGet_t}: two samples of the GPU performance monitor, and the metrics of the time between them.
 * Its version, as that of {@code nvmlGpmSupport_t}, is a plain 1.
 */
public record GpmMetricsRecord(ByteBuffer memory) {

    /** The number of records in the newest header; the driver reads {@code numMetrics} of them. */
    private static final int ROOM = 333;

    /** Computes metrics of two samples. */
    public static final Call CALL = Call.struct(
            "nvmlGpmMetricsGet",
            Layout.struct()
                    .u32("version", "numMetrics")
                    .u64("sample1", "sample2")
                    .array("metrics", ROOM * GpmMetricRecord.BYTES));

    /** Queries whether the GPU has a performance monitor. */
    public static final Call SUPPORT =
            Call.struct("nvmlGpmQueryDeviceSupport", Layout.struct().u32("version", "isSupportedDevice"));

    /** Takes a sample. */
    public static final Call SAMPLE =
            new Call("nvmlGpmSampleGet", List.of(), Layout.pointers().given("gpmSample"));

    public static final String SAMPLE_OF_INSTANCE = "nvmlGpmMigSampleGet";

    /** Allocates a sample in the driver's library. */
    public static final Call ALLOC = Call.u64("nvmlGpmSampleAlloc");

    /** Frees a sample. */
    public static final Call FREE =
            new Call("nvmlGpmSampleFree", List.of(), Layout.pointers().given("gpmSample"));

    private static final int VERSION = 1;
    private static final int NUM_METRICS = offset("numMetrics");
    private static final int SAMPLE_1 = offset("sample1");
    private static final int SAMPLE_2 = offset("sample2");
    private static final int METRICS = offset("metrics");
    private static final int IS_SUPPORTED =
            SUPPORT.layout().slot("isSupportedDevice").offset();

    public static int offset(String member) {
        return CALL.layout().slot(member).offset();
    }

    /** Returns the call that takes a sample of a GPU instance. */
    public static Call sampleOf(int gpuInstance) {
        return new Call(SAMPLE_OF_INSTANCE, List.of(gpuInstance), SAMPLE.layout());
    }

    /** Writes the input of {@link #SUPPORT}. */
    public static void requestSupport(ByteBuffer memory) {
        memory.putInt(0, VERSION);
    }

    /** Returns the result of {@link #SUPPORT}. */
    public static boolean isSupported(ByteBuffer memory) {
        return memory.getInt(IS_SUPPORTED) != 0;
    }

    /** Requests a number of metrics of the time between two samples. */
    public void request(int metrics, long earlier, long later) {
        this.memory
                .putInt(0, VERSION)
                .putInt(NUM_METRICS, metrics)
                .putLong(SAMPLE_1, earlier)
                .putLong(SAMPLE_2, later);
    }

    public int count() {
        return this.memory.getInt(NUM_METRICS);
    }

    public long earlier() {
        return this.memory.getLong(SAMPLE_1);
    }

    public long later() {
        return this.memory.getLong(SAMPLE_2);
    }

    /** Returns the metric of this number. */
    public GpmMetricRecord metric(int number) {
        return new GpmMetricRecord(this.memory, METRICS + number * GpmMetricRecord.BYTES);
    }
}
