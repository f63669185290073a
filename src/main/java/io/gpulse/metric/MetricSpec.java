package io.gpulse.metric;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that gpulse says about a metric; every other spelling of its name is derived from the key.
 *
 * @param key nvidia-smi's {@code --query-gpu} name wherever one exists, else a name of its own, with its scope in front
 * @param title for people, on charts
 * @param help what it means, in one or two sentences
 * @param window the time that a figure is about, in words; empty when it is of the instant of asking
 * @param sources what it is read from; the first that answers wins
 * @param unknown what the driver says when it does not know, or the GPU does not have it, and which of both
 * @param needs what a GPU must be to have it, for the remedy; empty when every GPU may
 * @param remedies what helps when it is absent, by reason, where that is not the general advice
 * @param limit a row, asked of the same subject, that tells the most that this one can be
 * @param basis what another row, asked of the same subject, has to say for this one to mean something
 * @param range what it can physically be
 * @param inNvidiaSmi whether {@code nvidia-smi --query-gpu} has a property of this key
 * @param countsFaults whether it counts what goes wrong: that seldom changes, so that each change is worth keeping, and
 *     matters most of a link that is down
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

    /** The property of {@code nvidia-smi --query-gpu} that tells this row; empty where nvidia-smi has none. */
    public Optional<String> nvidiaSmiName() {
        return this.inNvidiaSmi ? Optional.of(this.key) : Optional.empty();
    }

    /** What nvidia-smi heads the column with: {@code power.draw [W]}. */
    public String header() {
        return this.printing.unit().isEmpty() ? this.key : this.key + " [" + this.printing.unit() + "]";
    }

    /**
     * What its time series is called, in base units: {@code gpulse_gpu_power_draw_watts}. Frozen once released. Empty
     * for a row that no series comes of: a word, or what there is one of per process.
     */
    public Optional<String> prometheusName() {
        return SeriesName.of(this);
    }

    /** The sources in the order in which they are tried. */
    public String source() {
        return String.join(", else ", probes().stream().map(Probe::source).toList());
    }

    /** Whether it is a part of what another row tells as a whole. */
    public boolean isPart() {
        return this.sources.get(0).probe() instanceof Probe.Bits;
    }

    /** What is asked, in the order in which it is tried. */
    public List<Probe> probes() {
        return this.sources.stream().map(ScaledProbe::probe).toList();
    }

    /** What would make an absent reading present, in one sentence. */
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

    /** What an integer of the first source means. */
    public Reading reading(long raw) {
        return conversion().of(raw);
    }

    /** What a number of the first source that is not an integer means. */
    public Reading reading(double raw) {
        return conversion().of(raw);
    }

    /** What a word of a source means. */
    public Reading reading(String word) {
        return conversion().of(word);
    }

    private UnitConversion conversion() {
        return new UnitConversion(this, this.sources.get(0).scale());
    }
}
