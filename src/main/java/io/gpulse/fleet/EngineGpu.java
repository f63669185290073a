package io.gpulse.fleet;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuState;
import io.gpulse.view.JsonNumbers;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A GPU, as its series describe it one after the other. */
final class EngineGpu {

    /** Xid errors after which a GPU cannot be used until a reset or a restart. */
    private static final Set<Double> FATAL_XIDS = Set.of(48.0, 74.0, 79.0, 95.0, 119.0, 120.0);

    private static final Pattern INDEX = Pattern.compile("\\d{1,4}");

    private final String uuid;
    private final Map<Figure, Double> figures = new EnumMap<>(Figure.class);
    private final Map<MachineGpu.Holder, Double> holders = new HashMap<>();
    private @Nullable Integer index;
    private @Nullable String name;
    private @Nullable GpuState state;
    private @Nullable GpuClass use;
    private double highest = Double.NaN;
    private boolean isHighestKnown = true;

    EngineGpu(String uuid) {
        this.uuid = uuid;
    }

    /**
     * Adds the description in labels.
     *
     * @param isInfo whether its label {@code name} is the product: of others it can be a label of the target
     */
    void describe(Map<String, String> labels, boolean isInfo) {
        String place = labels.getOrDefault("gpu", labels.getOrDefault("index", ""));
        this.index = INDEX.matcher(place).matches() ? Integer.valueOf(place) : this.index;
        String product = labels.getOrDefault("modelName", isInfo ? labels.get("name") : null);
        this.name = product == null ? this.name : product;
    }

    void put(Figure figure, double value) {
        this.figures.put(figure, figure == Figure.UTILIZATION ? Figure.percent(value) : value);
    }

    /** @param utilization the highest in a quarter of an hour, in percent */
    void highest(double utilization) {
        this.highest = Figure.percent(utilization);
    }

    /** The highest utilization of no GPU is known. */
    void withoutHighest() {
        this.isHighestKnown = false;
    }

    /** @param place of its class, as gpulse reports it */
    void classified(double place) {
        this.use = place >= 0 && place < GpuClass.ALL.size() ? GpuClass.ALL.get((int) place) : null;
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
        return of(Figure.PROCESSES) > 0
                || (Double.isNaN(of(Figure.PROCESSES))
                        && this.figures.containsKey(Figure.MEMORY_USED)
                        && !GpuMemory.isUntouched(
                                of(Figure.MEMORY_USED), total(), this.figures.containsKey(Figure.MEMORY_RESERVED)));
    }

    private double total() {
        double total = of(Figure.MEMORY_TOTAL);
        return Double.isNaN(total)
                ? of(Figure.MEMORY_FREE)
                        + of(Figure.MEMORY_USED)
                        + this.figures.getOrDefault(Figure.MEMORY_RESERVED, 0.0)
                : total;
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
        if (this.use != null) {
            return this.use;
        }
        if (isFaulty() || !Double.isNaN(fatalXid()) || (this.state != null && MachineReader.isFault(this.state))) {
            return GpuClass.TROUBLE;
        }
        if (Double.isNaN(of(Figure.UTILIZATION))
                || (Double.isNaN(of(Figure.PROCESSES)) && Double.isNaN(of(Figure.MEMORY_USED)))) {
            return of(Figure.PROCESSES) > 0 ? GpuClass.WORKING : GpuClass.UNKNOWN;
        }
        if (!this.isHighestKnown && !Activity.isBusy(of(Figure.UTILIZATION))) {
            return GpuClass.UNKNOWN;
        }
        // Without a utilization of the whole quarter of an hour it is not known to be idle.
        if (Double.isNaN(this.highest) || Activity.isBusy(this.highest)) {
            return GpuClass.WORKING;
        }
        if (isUsed()) {
            return GpuClass.HELD_IDLE;
        }
        // The pod or job of another exporter has the GPU assigned.
        return isHeldBySomeone() ? GpuClass.RESERVED : GpuClass.FREE;
    }

    /** @param position its place among the GPUs of the machine, for one whose index is not known */
    MachineGpu gpu(int position) {
        GpuClass known = use();
        double used = of(Figure.MEMORY_USED);
        double free = of(Figure.MEMORY_FREE);
        return new MachineGpu(
                this.index == null ? position : this.index,
                this.uuid.isEmpty() ? null : this.uuid,
                this.name,
                this.state,
                known,
                known == GpuClass.FREE,
                null,
                number(of(Figure.UTILIZATION)),
                number(used),
                number(Double.isNaN(free) ? of(Figure.MEMORY_TOTAL) - used : free),
                number(total()),
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

    boolean isIdentified() {
        return !this.uuid.isEmpty();
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
