package io.gpulse.metric;

import java.util.List;
import java.util.Optional;

/**
 * All that gpulse says about a metric; every other spelling of its name is derived from the key.
 *
 * @param key nvidia-smi's {@code --query-gpu} name wherever one exists, else a name of its own, with its scope in front
 * @param title for people, on charts
 * @param help what it means, in one or two sentences
 * @param probes where it comes from; the first that answers wins
 * @param scale from the driver's unit to ours
 * @param unknown what the driver says when it does not know; absent {@link Reason#NO_DATA} then
 * @param needs what a GPU must be to have it, for the remedy; empty when every GPU may
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
        Printing printing,
        List<Probe> probes,
        Scale scale,
        List<Long> unknown,
        String needs) {

    /** A factor as a fraction, so that 367200 mW is 367.2 W and not 367.20000000000005. */
    public record Scale(double times, double dividedBy) {

        static final Scale ONE = new Scale(1, 1);

        double apply(double raw) {
            return raw * this.times / this.dividedBy;
        }
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
        return String.join(", else ", this.probes.stream().map(Probe::source).toList());
    }

    /** What would make an absent reading present, in one sentence. */
    public String remedy(Reason reason) {
        if (reason == Reason.NOT_SUPPORTED && !this.needs.isEmpty()) {
            return "Needs " + this.needs + ".";
        }
        return reason.remedy();
    }

    /** What an integer of the driver means; 64 bits are unsigned. */
    public Reading reading(long raw) {
        if (this.unknown.contains(raw)) {
            return Reading.absent(Reason.NO_DATA);
        }
        return switch (this.kind) {
            case GAUGE, COUNTER -> new Reading.Quantity(this.scale.apply(unsigned(raw)));
            case STATE -> new Reading.State(raw, this.printing.word(raw));
            case TEXT -> new Reading.Text(this.printing.word(raw));
        };
    }

    /** What a number that is not an integer means. */
    public Reading reading(double raw) {
        return Double.isFinite(raw) ? new Reading.Quantity(this.scale.apply(raw)) : Reading.absent(Reason.ERROR);
    }

    /** What a word of the driver means; an empty one says nothing. */
    public Reading reading(String word) {
        return word.isBlank() ? Reading.absent(Reason.NO_DATA) : new Reading.Text(word.strip());
    }

    /** All 64 bits of the driver's integers count. */
    static double unsigned(long raw) {
        return raw >= 0 ? raw : (raw >>> 1) * 2.0 + (raw & 1);
    }
}
