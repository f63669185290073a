package io.gpulse.nvml.record;

import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;

/**
 * One {@code nvmlGpmMetric_t} in the memory of {@code nvmlGpmMetricsGet}. The caller writes the metric; the driver
 * writes the value and a return code per metric.
 *
 * @param start its offset in the memory
 */
public record GpmMetricRecord(ByteBuffer memory, int start) {

    private static final Layout LAYOUT = Layout.struct()
            .u32("metricId", "nvmlReturn")
            .u64("value", "metricInfo.shortName")
            .u64("metricInfo.longName", "metricInfo.unit");

    public static final int BYTES = LAYOUT.size();

    private static final int NVML_RETURN = offset("nvmlReturn");
    private static final int VALUE = offset("value");

    public static int offset(String member) {
        return LAYOUT.slot(member).offset();
    }

    /** Requests a metric; the record has this code until the driver writes it. */
    public void request(int metricId, int code) {
        this.memory.putInt(this.start, metricId).putInt(this.start + NVML_RETURN, code);
    }

    public int metricId() {
        return this.memory.getInt(this.start);
    }

    public int returnCode() {
        return this.memory.getInt(this.start + NVML_RETURN);
    }

    public double value() {
        return this.memory.getDouble(this.start + VALUE);
    }

    /** Writes a value and a code, as the driver does. */
    public void answer(int code, double value) {
        this.memory.putInt(this.start + NVML_RETURN, code).putDouble(this.start + VALUE, value);
    }
}
