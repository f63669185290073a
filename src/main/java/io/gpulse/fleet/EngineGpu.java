package io.gpulse.fleet;

import io.gpulse.device.GpuState;
import io.gpulse.view.JsonNumbers;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A GPU, as its series describe it one after the other. */
final class EngineGpu {

    /** A GPU is idle below this utilization, in percent. */
    private static final double IDLE = 5;

    private static final double WHOLE = 100;

    private static final double HELD = 1L << 30;

    /** Xid errors after which a GPU cannot be used until a reset or a restart. */
    private static final Set<Double> FATAL_XIDS = Set.of(48.0, 74.0, 79.0, 95.0, 119.0, 120.0);

    private final String uuid;
    private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    private final Map<MachineGpu.Holder, Double> holders = new HashMap<>();
    private @Nullable Integer index;
    private @Nullable String name;
    private @Nullable GpuState state;
    private double highest = Double.NaN;

    EngineGpu(String uuid) {
        this.uuid = uuid;
    }

    /** Adds the description in labels. */
    void describe(Map<String, String> labels) {
        String place = labels.getOrDefault("gpu", labels.getOrDefault("index", ""));
        this.index = place.matches("\\d{1,4}") ? Integer.valueOf(place) : this.index;
        this.name = labels.getOrDefault("name", labels.getOrDefault("modelName", this.name));
    }

    void put(Figure figure, double value) {
        // A name of dcgm-exporter that ends with RATIO has percent in DCGM 4.6.
        this.figures.put(figure, figure == Figure.UTILIZATION && value > WHOLE ? value / WHOLE : value);
    }

    /** @param utilization the highest in a quarter of an hour, in percent */
    void highest(double utilization) {
        this.highest = utilization;
    }

    void state(GpuState known) {
        this.state = known;
    }

    /** @param bytes its memory */
    void hold(MachineGpu.Holder holder, double bytes) {
        this.holders.put(holder, bytes);
    }

    boolean isHeldBySomeone() {
        return !this.holders.isEmpty();
    }

    /** Returns whether a process is on it, as far as known. */
    boolean isUsed() {
        return of(Figure.PROCESSES) > 0 || of(Figure.MEMORY_USED) >= HELD;
    }

    private double of(Figure figure) {
        return this.figures.getOrDefault(figure, Double.NaN);
    }

    /** Returns the number of an Xid error that makes the GPU unusable; NaN for none. */
    double fatalXid() {
        return FATAL_XIDS.contains(of(Figure.XID)) ? of(Figure.XID) : Double.NaN;
    }

    boolean isFaulty() {
        return of(Figure.FAULT) > 0;
    }

    /** Returns the class that gpulse reports; that of another exporter from the figures. */
    private GpuClass use() {
        int place = (int) of(Figure.CLASS);
        if (this.figures.containsKey(Figure.CLASS) && place >= 0 && place < GpuClass.ALL.size()) {
            return GpuClass.ALL.get(place);
        }
        if (isFaulty() || !Double.isNaN(fatalXid()) || (this.state != null && MachineReader.isFault(this.state))) {
            return GpuClass.TROUBLE;
        }
        if (Double.isNaN(of(Figure.UTILIZATION))
                || (Double.isNaN(of(Figure.PROCESSES)) && Double.isNaN(of(Figure.MEMORY_USED)))) {
            return of(Figure.PROCESSES) > 0 ? GpuClass.WORKING : GpuClass.UNKNOWN;
        }
        // Without a utilization of the whole quarter of an hour it is not known to be idle.
        if (!(this.highest < IDLE)) {
            return GpuClass.WORKING;
        }
        return isUsed() ? GpuClass.HELD_IDLE : GpuClass.FREE;
    }

    /** @param position its place among the GPUs of the machine, for one whose index is not known */
    MachineGpu gpu(int position) {
        GpuClass use = use();
        double used = of(Figure.MEMORY_USED);
        double free = of(Figure.MEMORY_FREE);
        double total = of(Figure.MEMORY_TOTAL);
        return new MachineGpu(
                this.index == null ? position : this.index,
                this.uuid.isEmpty() ? null : this.uuid,
                this.name,
                this.state,
                use,
                use == GpuClass.FREE,
                null,
                number(of(Figure.UTILIZATION)),
                number(used),
                number(Double.isNaN(free) ? total - used : free),
                number(
                        Double.isNaN(total)
                                ? free + used + this.figures.getOrDefault(Figure.MEMORY_RESERVED, 0.0)
                                : total),
                number(of(Figure.POWER)),
                number(of(Figure.TEMPERATURE)),
                number(of(Figure.PROCESSES)),
                this.holders.entrySet().stream()
                        .sorted(Map.Entry.<MachineGpu.Holder, Double>comparingByValue()
                                .reversed())
                        .map(Map.Entry::getKey)
                        .toList());
    }

    private static @Nullable Number number(double value) {
        return Double.isFinite(value) ? JsonNumbers.of(value) : null;
    }

    /** Returns the index; a high one when unknown. */
    int order() {
        return this.index == null ? Integer.MAX_VALUE : this.index;
    }

    /** Returns whether the users of these GPUs are known: one has one, or none is used. */
    static boolean areUsersKnown(Collection<EngineGpu> gpus) {
        return gpus.stream().anyMatch(EngineGpu::isHeldBySomeone)
                || gpus.stream().noneMatch(EngineGpu::isUsed);
    }
}
