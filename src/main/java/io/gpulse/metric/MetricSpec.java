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
 * @param origins where it comes from; the first that answers wins
 * @param unknown what the driver says when it does not know, or the GPU does not have it, and which of both
 * @param needs what a GPU must be to have it, for the remedy; empty when every GPU may
 * @param remedies what helps when it is absent, by reason, where that is not the general advice
 * @param limit a row, asked of the same subject, that tells the most that this one can be
 * @param basis what another row, asked of the same subject, has to say for this one to mean something
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
        Printing printing,
        List<Origin> origins,
        Map<Long, Reason> unknown,
        String needs,
        Map<Reason, String> remedies,
        Optional<Metric> limit,
        Optional<Basis> basis) {

    private static final long ALL_OF_32_BITS = 0xffff_ffffL;

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
        return this.origins.get(0).probe() instanceof Probe.Bits;
    }

    /** What is asked, in the order in which it is tried. */
    public List<Probe> probes() {
        return this.origins.stream().map(Origin::probe).toList();
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

    /** What an integer of the driver means, told in a unit that the scale makes ours; 64 bits are unsigned. */
    public Reading reading(long raw, Scale scale) {
        Reason why = this.unknown.get(raw);
        if (why != null) {
            return Reading.absent(why);
        }
        return switch (this.kind) {
            case GAUGE, COUNTER -> new Reading.Quantity(scale.apply(unsigned(raw)));
            case STATE -> new Reading.State(raw, this.printing.word(raw));
            case TEXT -> new Reading.Text(this.printing.word(raw));
        };
    }

    /**
     * What a signed integer of the driver means, told in a unit that the scale makes ours. A counter or a code below 0
     * is none.
     *
     * @param bits how many the driver wrote: one that says all ones for "unknown" says -1 in as many
     */
    public Reading signedReading(long raw, int bits, Scale scale) {
        if (raw >= 0) {
            return reading(raw, scale);
        }
        Reason why = this.unknown.get(bits == Integer.SIZE ? raw & ALL_OF_32_BITS : raw);
        if (why != null) {
            return Reading.absent(why);
        }
        return switch (this.kind) {
            case GAUGE -> new Reading.Quantity(scale.apply(raw));
            case COUNTER, STATE -> Reading.absent(Reason.ERROR);
            case TEXT -> new Reading.Text(Long.toString(raw));
        };
    }

    /** What an integer of the driver means in the unit of the first source. */
    public Reading reading(long raw) {
        return reading(raw, this.origins.get(0).scale());
    }

    /** What a number that is not an integer means, in as many decimals as mean something. */
    public Reading reading(double raw, Scale scale) {
        return Double.isFinite(raw)
                ? new Reading.Quantity(this.unit.rounded(scale.apply(raw)))
                : Reading.absent(Reason.ERROR);
    }

    /** What a number that is not an integer means in the unit of the first source. */
    public Reading reading(double raw) {
        return reading(raw, this.origins.get(0).scale());
    }

    /** What a word of the driver means; an empty one says nothing. */
    public Reading reading(String word) {
        return word.isBlank() ? Reading.absent(Reason.NO_DATA) : new Reading.Text(word.strip());
    }

    /** All 64 bits of the driver's integers count. */
    public static double unsigned(long raw) {
        return raw >= 0 ? raw : (raw >>> 1) * 2.0 + (raw & 1);
    }
}
