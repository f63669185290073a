package io.gpulse.text.query;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.SmiGeneration;
import java.util.Optional;
import java.util.OptionalLong;

/** Free memory where nvidia-smi prints the difference of total and used memory, not the driver's value. */
record MemoryLeft(Metric total, Metric used) {

    private static final MemoryLeft OF_GPU = new MemoryLeft(Metric.MEMORY_TOTAL, Metric.MEMORY_USED);
    private static final MemoryLeft PROTECTED = new MemoryLeft(Metric.PROTECTED_TOTAL, Metric.PROTECTED_USED);
    private static final MemoryLeft BAR1 = new MemoryLeft(Metric.BAR1_TOTAL, Metric.BAR1_USED);

    /** Returns the rows to subtract; empty where nvidia-smi prints the driver's value. */
    static Optional<MemoryLeft> of(Metric metric, GpuRow row) {
        SmiGeneration generation = row.generation();
        return switch (metric) {
            case BAR1_FREE -> Optional.of(BAR1);
            case MEMORY_FREE -> Optional.of(OF_GPU).filter((left) -> generation.subtractsMemory());
            case PROTECTED_FREE ->
                Optional.of(PROTECTED)
                        .filter((left) -> generation.subtractsProtectedMemory() && row.sheet() == GpuRow.Sheet.CSV);
            default -> Optional.empty();
        };
    }

    /** Returns the difference; empty when the total or the used amount is unknown. */
    Optional<String> in(GpuRow row) {
        OptionalLong all = printed(this.total, row);
        OptionalLong taken = printed(this.used, row);
        return all.isPresent() && taken.isPresent()
                ? Optional.of(Long.toString(all.getAsLong() - taken.getAsLong()))
                : Optional.empty();
    }

    private static OptionalLong printed(Metric metric, GpuRow row) {
        return row.gpu().readings().of(metric).orElse(null) instanceof Reading.Quantity bytes
                ? OptionalLong.of(Long.parseLong(metric.spec().printing().cell(bytes, row.generation())))
                : OptionalLong.empty();
    }
}
