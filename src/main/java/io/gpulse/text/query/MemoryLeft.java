package io.gpulse.text.query;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.SmiGeneration;
import java.util.Optional;
import java.util.OptionalLong;

/** Free memory where nvidia-smi does not print the driver's figure, but what is left of the figures that it prints. */
record MemoryLeft(Metric total, Metric used) {

    private static final MemoryLeft OF_GPU = new MemoryLeft(Metric.MEMORY_TOTAL, Metric.MEMORY_USED);
    private static final MemoryLeft PROTECTED = new MemoryLeft(Metric.PROTECTED_TOTAL, Metric.PROTECTED_USED);
    private static final MemoryLeft BAR1 = new MemoryLeft(Metric.BAR1_TOTAL, Metric.BAR1_USED);

    /** Empty where the driver's own figure is printed. */
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

    /** Empty when the total, or what is used of it, is not known. */
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
