package io.gpulse.smi;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Basis;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Panel;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The readings of a GPU from its element. Every row of a GPU has one: those that the XML lacks are absent. */
final class SmiReadings {

    /** Why a row is absent of which the XML has no element. */
    static final Reason NOT_PRINTED = Reason.NOT_IN_SOURCE;

    private final GpuElement gpu;
    private final Map<Metric, Reading> rows = new EnumMap<>(Metric.class);

    private SmiReadings(GpuElement gpu) {
        this.gpu = gpu;
    }

    /**
     * @param instances the MIG instances of the documents before
     * @param listsProcesses whether its processes may be shown
     */
    static GpuReadings of(GpuElement gpu, SmiInstances instances, boolean listsProcesses) {
        return new SmiReadings(gpu).read(instances, listsProcesses);
    }

    private GpuReadings read(SmiInstances instances, boolean listsProcesses) {
        List<Metric> all = Metric.of(Scope.GPU);
        all.forEach((metric) -> this.rows.put(metric, ElementTable.OF_GPU.reading(metric, this.gpu.values())));
        if (this.rows.get(Metric.PCI_BUS_ID) instanceof Reading.Absent
                && !this.gpu.id().isEmpty()) {
            this.rows.put(Metric.PCI_BUS_ID, SmiText.reading(Metric.PCI_BUS_ID, this.gpu.id()));
        }
        all.forEach(this::check);
        markMig();
        List<ProcessSample> processes = listsProcesses ? SmiProcesses.of(this.gpu, this.rows::get) : List.of();
        Reading count = listsProcesses ? SmiProcesses.count(this.gpu, processes) : Reading.absent(Reason.HIDDEN);
        this.rows.put(Metric.PROCESSES_RUNNING, count);
        return new GpuReadings(Readings.of(this.rows), List.of(), processes, instances.of(this.gpu, count));
    }

    /** Makes a row absent that exceeds another one which bounds it, or that another one makes meaningless. */
    private void check(Metric metric) {
        MetricSpec spec = metric.spec();
        Optional<Basis> basis = spec.basis();
        Reading reading = of(metric);
        double value = reading.numberOr(Double.NEGATIVE_INFINITY);
        if (spec.range().exceedsBounds(value, (row) -> of(row).numberOr(0))) {
            this.rows.put(metric, Reading.implausible(spec.unit().written(value)));
        } else if (basis.isPresent()
                && reading instanceof Reading.Present
                && isPrinted(basis.get().metric())) {
            Reading moot = basis.get().moot(of(basis.get().metric()));
            this.rows.put(metric, moot == null ? reading : moot);
        }
    }

    private boolean isPrinted(Metric metric) {
        return ElementTable.OF_GPU.of(metric).stream()
                .anyMatch((path) -> this.gpu.text(path).isPresent());
    }

    private Reading of(Metric metric) {
        return this.rows.getOrDefault(metric, Reading.absent(NOT_PRINTED));
    }

    /** Marks the engines of a GPU that is split into MIG instances: they are supported, but only per instance. */
    private void markMig() {
        if (of(Metric.MIG_MODE_CURRENT).numberOr(0) == 1) {
            this.rows.replaceAll((metric, reading) -> isOfEngines(metric, reading) ? MIG : reading);
        }
    }

    private static final Reading MIG = Reading.absent(Reason.MIG_ENABLED);

    private static boolean isOfEngines(Metric metric, Reading reading) {
        return metric.spec().panel() == Panel.UTILIZATION && reading.equals(Reading.absent(Reason.NOT_SUPPORTED));
    }
}
