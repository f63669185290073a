package io.gpulse.demo;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.ToDoubleBiFunction;

/** The performance monitor: a sample remembers when it was taken, figures are means of the time between two. */
final class Monitor {

    private static final int COUNT = 4;
    private static final int EARLIER = 8;
    private static final int LATER = 16;
    private static final int RECORDS = 24;
    private static final int RECORD = 40;
    private static final int CODE = 4;
    private static final int VALUE = 8;
    private static final double PERCENT = 100;
    private static final double MEBIBYTE = Board.MEBIBYTE;

    /** By the driver's number of the figure: of the load's mix and the share of the time that it was active. */
    private static final Map<Integer, ToDoubleBiFunction<Mix, Double>> FIGURES = Map.ofEntries(
            Map.entry(2, (mix, active) -> mix.sm() * active * PERCENT),
            Map.entry(3, (mix, active) -> mix.occupancy() * active * PERCENT),
            Map.entry(5, (mix, active) -> mix.tensor() * active * PERCENT),
            Map.entry(10, (mix, active) -> mix.dram() * active * PERCENT),
            Map.entry(11, (mix, active) -> 0),
            Map.entry(12, (mix, active) -> mix.fp32() * active * PERCENT),
            Map.entry(13, (mix, active) -> mix.fp16() * active * PERCENT),
            Map.entry(20, (mix, active) -> mix.traffic().sent() * active / MEBIBYTE),
            Map.entry(21, (mix, active) -> mix.traffic().received() * active / MEBIBYTE),
            Map.entry(60, (mix, active) -> mix.traffic().links() * active / MEBIBYTE),
            Map.entry(61, (mix, active) -> mix.traffic().links() * active / MEBIBYTE));

    private final AtomicLong allocated = new AtomicLong();
    private final Map<Long, Moment> samples = new ConcurrentHashMap<>();

    /** What the driver answers without being told a GPU. */
    Optional<Consumer<Answer>> named(String symbol) {
        return switch (symbol) {
            case "nvmlGpmSampleAlloc" -> Optional.of((out) -> out.with(this.allocated.incrementAndGet()));
            case "nvmlGpmSampleFree" -> Optional.of((out) -> this.samples.remove(out.given()));
            case "nvmlGpmMetricsGet" -> Optional.of(this::tell);
            default -> Optional.empty();
        };
    }

    void take(Moment now, Answer out) {
        this.samples.put(out.given(), now);
    }

    private void tell(Answer out) {
        ByteBuffer memory = out.memory();
        Moment earlier = this.samples.get(memory.getLong(EARLIER));
        Moment later = this.samples.get(memory.getLong(LATER));
        if (earlier == null || later == null) {
            out.refuse(Answer.INVALID_ARGUMENT);
            return;
        }
        double active = later.activeSince(earlier);
        for (int record = 0; record < memory.getInt(COUNT); record++) {
            int start = RECORDS + record * RECORD;
            ToDoubleBiFunction<Mix, Double> figure = FIGURES.get(memory.getInt(start));
            memory.putInt(start + CODE, figure == null ? Answer.NOT_SUPPORTED : Answer.SUCCESS);
            memory.putDouble(
                    start + VALUE,
                    figure == null ? 0 : figure.applyAsDouble(later.load().mix(), active));
        }
    }
}
