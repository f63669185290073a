package io.gpulse.metric;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A row of the catalogue; every other name of the metric is derived from its key.
 *
 * @param key nvidia-smi's {@code --query-gpu} name wherever one exists, else a name that begins with its scope
 * @param title for charts
 * @param help its meaning, in one or two sentences
 * @param window the time that a value covers, in words; empty for the moment of the reading
 * @param sources in the order in which they are tried; the first present one is used
 * @param unknown the driver's sentinels, with the reason of absence of each
 * @param needs the requirement of a GPU to have it, for the remedy; empty when every GPU may have it
 * @param remedies what to do about an absence, by reason, where that differs from the general advice
 * @param limit a row of the same subject with the highest possible value of this one
 * @param basis the condition, on another row of the same subject, under which this one is meaningful
 * @param range of the physically possible values
 * @param inNvidiaSmi whether {@code nvidia-smi --query-gpu} has a property of this key
 * @param countsFaults whether it counts faults: it seldom changes, so that each change is stored, and it is read of
 *     a link that is down
 */
public record MetricSpec(
        String key,
        String title,
        String help,
        Unit unit,
        Kind kind,
        Scope scope,
        Panel panel,
        Cadence cadence,
        String window,
        NvidiaSmiFormat printing,
        List<ScaledProbe> sources,
        Map<Long, Reason> unknown,
        String needs,
        Map<Reason, String> remedies,
        Optional<Metric> limit,
        Optional<Basis> basis,
        PhysicalRange range,
        boolean inNvidiaSmi,
        boolean countsFaults) {

    /** Returns the property of {@code nvidia-smi --query-gpu} for this row; empty where there is none. */
    public Optional<String> nvidiaSmiName() {
        return this.inNvidiaSmi ? Optional.of(this.key) : Optional.empty();
    }

    /** Returns nvidia-smi's heading of the column: {@code power.draw [W]}. */
    public String header() {
        return this.printing.unit().isEmpty() ? this.key : this.key + " [" + this.printing.unit() + "]";
    }

    /**
     * Returns the name of its time series, in base units: {@code gpulse_gpu_power_draw_watts}. Frozen once released.
     * Empty for a row without a series: a text, or a row of processes.
     */
    public Optional<String> prometheusName() {
        return SeriesName.of(this);
    }

    /** Returns the sources in words, in the order in which they are tried. */
    public String source() {
        return String.join(", else ", probes().stream().map(Probe::source).toList());
    }

    /** Returns whether it is a part of a mask, an activity or a rate that another row has as a whole. */
    public boolean isPart() {
        Probe probe = this.sources.get(0).probe();
        return probe instanceof Probe.Bits || (probe instanceof Probe.Gpm gpm && NvmlGpmMetric.isPart(gpm.id()));
    }

    /** Returns whether it is a sum of time, which cannot gain more than the time. */
    public boolean countsTime() {
        return this.kind == Kind.COUNTER && this.unit == Unit.SECONDS;
    }

    /** Returns the probes of the sources, in the order in which they are tried. */
    public List<Probe> probes() {
        return this.sources.stream().map(ScaledProbe::probe).toList();
    }

    /** Returns what to do about an absent reading, in one sentence. */
    public String remedy(Reason reason) {
        if (reason == Reason.NOT_SUPPORTED && !this.needs.isEmpty()) {
            return "Needs " + this.needs + ".";
        }
        if (reason == Reason.ERROR && this.limit.isPresent() && !this.remedies.containsKey(reason)) {
            return "The driver's counter gained more than " + this.limit.get().key()
                    + " allows, or was refused with an error; a rate that cannot be is not shown.";
        }
        return this.remedies.getOrDefault(reason, reason.remedy());
    }

    /** Converts an integer of the first source to a reading. */
    public Reading reading(long raw) {
        return conversion().of(raw);
    }

    /** Converts a number of the first source that is not an integer to a reading. */
    public Reading reading(double raw) {
        return conversion().of(raw);
    }

    /** Converts a text of a source to a reading. */
    public Reading reading(String word) {
        return conversion().of(word);
    }

    private UnitConversion conversion() {
        return new UnitConversion(this, this.sources.get(0).scale());
    }
}
