package io.gpulse.metric;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The builder of a row of the catalogue; {@link #help} completes it. */
final class MetricBuilder {

    /** The units of the operating system's rows that are the gain of a counter. */
    private static final Set<Unit> OVER_TIME = EnumSet.of(Unit.PERCENT, Unit.BYTES_PER_SECOND, Unit.PER_SECOND);

    private final String key;
    private final Unit unit;
    private final Kind kind;
    private final Panel panel;
    private final List<ScaledProbe> sources = new ArrayList<>();
    private final Map<Long, Reason> unknown = new HashMap<>();
    private String title = "";
    private String window = "";
    private String needs = "";
    private final Map<Reason, String> remedies = new EnumMap<>(Reason.class);
    private Scope scope;
    private boolean inNvidiaSmi = true;
    private boolean countsFaults;
    private Cadence cadence;
    private NvidiaSmiFormat printing;
    private @Nullable Metric limit;
    private @Nullable Basis basis;
    private @Nullable PhysicalRange range;

    private MetricBuilder(String key, Unit unit, Kind kind, Panel panel) {
        this.key = key;
        this.unit = unit;
        this.kind = kind;
        this.panel = panel;
        this.scope = Scope.of(key);
        this.cadence = usualCadence();
        this.printing = usual(unit, kind);
    }

    static MetricBuilder gauge(String key, Unit unit, Panel panel, String title) {
        return new MetricBuilder(key, unit, Kind.GAUGE, panel).titled(title);
    }

    static MetricBuilder counter(String key, Unit unit, Panel panel, String title) {
        return new MetricBuilder(key, unit, Kind.COUNTER, panel).titled(title);
    }

    static MetricBuilder state(String key, Panel panel, String title) {
        return new MetricBuilder(key, Unit.NONE, Kind.STATE, panel).titled(title);
    }

    static MetricBuilder text(String key, Panel panel, String title) {
        return new MetricBuilder(key, Unit.NONE, Kind.TEXT, panel).titled(title);
    }

    private MetricBuilder titled(String words) {
        this.title = words;
        return this;
    }

    /** Sets the scope where the key does not begin with it. */
    MetricBuilder of(Scope subject) {
        this.scope = subject;
        return this;
    }

    /** Sets the time that a value covers, in words, where its source does not define it: "1 s". */
    MetricBuilder over(String span) {
        this.window = span;
        return this;
    }

    /** Sets how often it is read, where that differs from other rows of its panel and kind. */
    MetricBuilder cadence(Cadence cadence) {
        this.cadence = cadence;
        return this;
    }

    MetricBuilder from(Probe source) {
        this.sources.add(new ScaledProbe(source, Scale.ONE));
        return this;
    }

    /** Adds another source, for drivers that lack the first. */
    MetricBuilder or(Probe source) {
        return from(source);
    }

    /** Multiplies the values of the last source by a factor. */
    MetricBuilder times(double factor) {
        return scaled(new Scale(factor, 1));
    }

    /** Divides the values of the last source by a divisor. */
    MetricBuilder dividedBy(double divisor) {
        return scaled(new Scale(1, divisor));
    }

    private MetricBuilder scaled(Scale scale) {
        int last = this.sources.size() - 1;
        this.sources.set(last, new ScaledProbe(this.sources.get(last).probe(), scale));
        return this;
    }

    /** Sets the row with the highest possible value, which may be exceeded by a tenth. */
    MetricBuilder limitedBy(Metric capability) {
        this.limit = capability;
        return this;
    }

    /** Sets the range of its values, in its unit. */
    MetricBuilder ranging(double least, double most) {
        return within(PhysicalRange.between(least, most));
    }

    /** Sets the physical range, where its unit does not define it. */
    MetricBuilder within(PhysicalRange physical) {
        this.range = physical;
        return this;
    }

    /** Makes it absent, for the same reason, where another row is absent. That row is read as often, and before. */
    MetricBuilder basedOn(Metric other) {
        this.basis = new Basis(other, OptionalLong.empty(), OptionalLong.empty());
        return this;
    }

    /** Makes it absent, too, where the other row is in another state than this. */
    MetricBuilder basedOn(Metric other, long code) {
        this.basis = new Basis(other, OptionalLong.of(code), OptionalLong.empty());
        return this;
    }

    /** Makes it "not supported" unless the other row, read before, is more than this. */
    MetricBuilder basedOnMoreThan(long number, Metric other) {
        this.basis = new Basis(other, OptionalLong.empty(), OptionalLong.of(number));
        return this;
    }

    MetricBuilder printedAs(NvidiaSmiFormat form) {
        this.printing = form;
        return this;
    }

    /** Sets the driver's value for "unknown". */
    MetricBuilder unknownAt(long sentinel) {
        this.unknown.put(sentinel, Reason.NO_DATA);
        return this;
    }

    /** Sets the driver's value for "not supported". */
    MetricBuilder lackingAt(long sentinel) {
        this.unknown.put(sentinel, Reason.NOT_SUPPORTED);
        return this;
    }

    /** Sets all ones, in 32 and in 64 bits, as the driver's values for "unknown". */
    MetricBuilder unknownAtAllOnes() {
        return unknownAt(0xffff_ffffL).unknownAt(-1L);
    }

    /** Marks a counter of faults, which seldom changes, unlike a counter of traffic. */
    MetricBuilder countingFaults() {
        this.countsFaults = true;
        return this;
    }

    /** Sets the requirement of a GPU to have it: "Volta or newer". */
    MetricBuilder needing(String what) {
        this.needs = what;
        return this;
    }

    /** Sets what to do about an absence for a reason, in one sentence, where it differs from the general advice. */
    MetricBuilder helpedBy(Reason reason, String remedy) {
        this.remedies.put(reason, remedy);
        return this;
    }

    /** Marks a row whose key {@code nvidia-smi --query-gpu} does not have. */
    MetricBuilder notInNvidiaSmi() {
        this.inNvidiaSmi = false;
        return this;
    }

    MetricSpec help(String help) {
        return new MetricSpec(
                this.key,
                this.title,
                help,
                this.unit,
                this.kind,
                this.scope,
                this.panel,
                this.cadence,
                window(),
                this.printing,
                List.copyOf(this.sources),
                Map.copyOf(this.unknown),
                this.needs,
                Map.copyOf(this.remedies),
                Optional.ofNullable(this.limit),
                Optional.ofNullable(this.basis),
                this.range == null ? usualRange() : this.range,
                this.inNvidiaSmi && this.scope == Scope.GPU,
                this.countsFaults);
    }

    /** Returns how often such a row changes: states, settings and links seldom, and a GPU's identity never. */
    private Cadence usualCadence() {
        if (this.scope == Scope.HOST_PROCESS) {
            return Cadence.SLOW;
        }
        return switch (this.panel) {
            case IDENTITY -> this.kind == Kind.TEXT ? Cadence.ONCE : Cadence.SLOW;
            case HEALTH, PCIE, NVLINK -> Cadence.SLOW;
            case UTILIZATION, MEMORY, RESOURCES, MACHINE -> Cadence.FAST;
        };
    }

    private PhysicalRange usualRange() {
        if (this.sources.isEmpty() || this.sources.get(0).probe() instanceof Probe.Proc) {
            return PhysicalRange.NONE;
        }
        Probe first = this.sources.get(0).probe();
        return switch (this.kind) {
            case GAUGE, COUNTER -> PhysicalRange.ofNumber(this.unit, this.kind);
            case STATE -> PhysicalRange.ofCodes(this.printing);
            case TEXT -> isNumber(first) ? PhysicalRange.ofNumberInText() : PhysicalRange.NONE;
        };
    }

    private static boolean isNumber(Probe source) {
        return source instanceof Probe.Member member
                && member.slot().type() != CType.CHARS
                && member.slot().type() != CType.UUID
                && member.slot().type() != CType.GUID;
    }

    private String window() {
        if (!this.window.isEmpty()) {
            return this.window;
        }
        return this.sources.stream()
                .findFirst()
                .map((first) -> windowOf(first.probe()))
                .orElse("");
    }

    private String windowOf(Probe source) {
        boolean counted = source instanceof Probe.Proc && OVER_TIME.contains(this.unit);
        return counted ? Probe.ROUND : source.window();
    }

    private static NvidiaSmiFormat usual(Unit unit, Kind kind) {
        if (kind == Kind.TEXT) {
            return NvidiaSmiFormat.WORD;
        }
        return switch (unit) {
            case PERCENT -> NvidiaSmiFormat.PERCENT;
            case BYTES -> NvidiaSmiFormat.MEBIBYTES;
            case WATTS -> NvidiaSmiFormat.WATTS;
            case MEGAHERTZ -> NvidiaSmiFormat.MEGAHERTZ;
            case JOULES, SECONDS, BYTES_PER_SECOND, PER_SECOND -> NvidiaSmiFormat.DECIMAL;
            case RATIO -> NvidiaSmiFormat.RATIO;
            case NONE, CELSIUS -> NvidiaSmiFormat.INTEGER;
        };
    }
}
