package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuMemory;
import io.gpulse.device.GpuState;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.view.JsonNumbers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
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
    private double unsure = Double.NaN;
    private boolean isComplete = true;

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

    void put(Figure.Series series, double value) {
        if (series.isUnitUnsure()) {
            this.unsure = value * series.factor();
        } else {
            this.figures.put(series.figure(), value * series.factor());
        }
    }

    /** @param utilization the highest in a quarter of an hour, in the unit of the latest one */
    void highest(double utilization) {
        this.highest = utilization;
    }

    /** The engine did not answer what distinguishes a GPU that is free from one that is not. */
    void incomplete() {
        this.isComplete = false;
    }

    /** @param place of its class, as gpulse reports it */
    void classified(double place) {
        this.use = place >= 0 && place < GpuClass.ALL.size() ? GpuClass.ALL.get((int) place) : GpuClass.UNKNOWN;
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
                                of(Figure.MEMORY_USED), total(0), this.figures.containsKey(Figure.MEMORY_RESERVED)));
    }

    /** @param reserved in bytes; 0 for the least total */
    private double total(double reserved) {
        double total = of(Figure.MEMORY_TOTAL);
        return Double.isNaN(total) ? of(Figure.MEMORY_FREE) + of(Figure.MEMORY_USED) + reserved : total;
    }

    private double of(Figure figure) {
        return this.figures.getOrDefault(figure, Double.NaN);
    }

    /** Returns the number of an Xid error that makes the GPU unusable; NaN for none. */
    private double fatalXid() {
        return FATAL_XIDS.contains(of(Figure.XID)) ? of(Figure.XID) : Double.NaN;
    }

    private boolean isFaulty() {
        return of(Figure.FAULT) > 0;
    }

    List<LocalizedText> faults() {
        List<LocalizedText> faults = new ArrayList<>();
        if (Double.isFinite(fatalXid())) {
            faults.add(text("fleet.xid", Map.of("xid", (int) fatalXid())));
        }
        if (isFaulty()) {
            faults.add(text("fleet.fault"));
        }
        return faults;
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
        if (!this.isComplete && !Activity.isBusy(of(Figure.UTILIZATION))) {
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
        return new MachineGpu(
                this.index == null ? position : this.index,
                this.uuid.isEmpty() ? null : this.uuid,
                this.name,
                this.state,
                known,
                known == GpuClass.FREE,
                null,
                number(of(Figure.UTILIZATION)),
                number(of(Figure.MEMORY_USED)),
                number(of(Figure.MEMORY_FREE)),
                number(total(of(Figure.MEMORY_RESERVED))),
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

    /**
     * Turns the utilizations of the GPUs of one exporter whose unit is not known by their name into percent.
     * Where DCGM has the total memory it is new enough for a ratio.
     */
    static void toPercent(Collection<EngineGpu> gpus) {
        List<EngineGpu> unsure = gpus.stream()
                .filter((gpu) -> !gpu.figures.containsKey(Figure.UTILIZATION))
                .toList();
        DoubleUnaryOperator percent = Figure.percent(
                unsure.stream().flatMapToDouble((gpu) -> DoubleStream.of(gpu.unsure, gpu.highest)),
                unsure.stream().anyMatch((gpu) -> gpu.figures.containsKey(Figure.MEMORY_TOTAL)));
        unsure.forEach((gpu) -> {
            gpu.figures.put(Figure.UTILIZATION, percent.applyAsDouble(gpu.unsure));
            gpu.highest = percent.applyAsDouble(gpu.highest);
        });
    }

    /** Returns whether the users of these GPUs are known: one has one, or none is used. */
    static boolean areUsersKnown(Collection<EngineGpu> gpus) {
        return gpus.stream().anyMatch(EngineGpu::isHeldBySomeone)
                || gpus.stream().noneMatch(EngineGpu::isUsed);
    }
}
