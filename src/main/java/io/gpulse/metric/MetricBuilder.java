package io.gpulse.metric;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds a row of the catalogue; {@link #saying} completes it. */
final class MetricBuilder {

    /** The operating system counts; what is told in these units is what a count has gained. */
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
    private Scope scope = Scope.GPU;
    private boolean inNvidiaSmi = true;
    private boolean countsFaults;
    private Cadence cadence = Cadence.FAST;
    private NvidiaSmiFormat printing;
    private @Nullable Metric limit;
    private @Nullable Basis basis;
    private @Nullable PhysicalRange range;

    private MetricBuilder(String key, Unit unit, Kind kind, Panel panel) {
        this.key = key;
        this.unit = unit;
        this.kind = kind;
        this.panel = panel;
        this.printing = usual(unit, kind);
    }

    static MetricBuilder gauge(String key, Unit unit, Panel panel) {
        return new MetricBuilder(key, unit, Kind.GAUGE, panel);
    }

    static MetricBuilder counter(String key, Unit unit, Panel panel) {
        return new MetricBuilder(key, unit, Kind.COUNTER, panel);
    }

    static MetricBuilder state(String key, Panel panel) {
        return new MetricBuilder(key, Unit.NONE, Kind.STATE, panel);
    }

    static MetricBuilder text(String key, Panel panel) {
        return new MetricBuilder(key, Unit.NONE, Kind.TEXT, panel);
    }

    MetricBuilder titled(String name) {
        this.title = name;
        return this;
    }

    MetricBuilder of(Scope subject) {
        this.scope = subject;
        return this;
    }

    /** The time that a figure is about, in words, where its source does not say: "1 s". */
    MetricBuilder over(String span) {
        this.window = span;
        return this;
    }

    MetricBuilder asked(Cadence howOften) {
        this.cadence = howOften;
        return this;
    }

    MetricBuilder from(Probe source) {
        this.sources.add(new ScaledProbe(source, Scale.ONE));
        return this;
    }

    /** A further source, for drivers that lack the first. */
    MetricBuilder or(Probe source) {
        return from(source);
    }

    /** The source before this clause tells it in a unit that is this many of ours. */
    MetricBuilder times(double factor) {
        return scaled(new Scale(factor, 1));
    }

    /** The source before this clause tells it in a unit of which so many make one of ours. */
    MetricBuilder dividedBy(double divisor) {
        return scaled(new Scale(1, divisor));
    }

    private MetricBuilder scaled(Scale scale) {
        int last = this.sources.size() - 1;
        this.sources.set(last, new ScaledProbe(this.sources.get(last).probe(), scale));
        return this;
    }

    /** What is more than this row's value, a tenth of it aside, cannot be true. */
    MetricBuilder limitedBy(Metric capability) {
        this.limit = capability;
        return this;
    }

    /** It is never less or more than this, in its own unit. */
    MetricBuilder ranging(double least, double most) {
        return within(PhysicalRange.between(least, most));
    }

    /** What it can physically be, where its unit does not say that. */
    MetricBuilder within(PhysicalRange physical) {
        this.range = physical;
        return this;
    }

    /** It means nothing, and is absent for the same reason, where that row is absent; asked as often, and before. */
    MetricBuilder basedOn(Metric other) {
        this.basis = new Basis(other, OptionalLong.empty(), OptionalLong.empty());
        return this;
    }

    /** It means nothing either where that row is in another state than this. */
    MetricBuilder basedOn(Metric other, long code) {
        this.basis = new Basis(other, OptionalLong.of(code), OptionalLong.empty());
        return this;
    }

    /** The GPU does not have it unless that row, asked before, is more than this. */
    MetricBuilder basedOnMoreThan(long number, Metric other) {
        this.basis = new Basis(other, OptionalLong.empty(), OptionalLong.of(number));
        return this;
    }

    MetricBuilder printedAs(NvidiaSmiFormat form) {
        this.printing = form;
        return this;
    }

    /** The driver answers this when it does not know. */
    MetricBuilder unknownAt(long sentinel) {
        this.unknown.put(sentinel, Reason.NO_DATA);
        return this;
    }

    /** The driver answers this when the GPU does not have it. */
    MetricBuilder lackingAt(long sentinel) {
        this.unknown.put(sentinel, Reason.NOT_SUPPORTED);
        return this;
    }

    /** The driver answers all ones, in as many bits as it counts in, when it does not know. */
    MetricBuilder unknownAtAllOnes() {
        return unknownAt(0xffff_ffffL).unknownAt(-1L);
    }

    /** It counts what goes wrong and seldom changes, unlike what counts traffic. */
    MetricBuilder countingFaults() {
        this.countsFaults = true;
        return this;
    }

    /** What a GPU must be to have it: "Volta or newer". */
    MetricBuilder needing(String what) {
        this.needs = what;
        return this;
    }

    /** What helps when it is absent for this reason, in one sentence; other than what generally does. */
    MetricBuilder helpedBy(Reason reason, String remedy) {
        this.remedies.put(reason, remedy);
        return this;
    }

    /** nvidia-smi has no property for it: {@code --query-gpu} does not know its key. */
    MetricBuilder notInNvidiaSmi() {
        this.inNvidiaSmi = false;
        return this;
    }

    MetricSpec saying(String help) {
        return new MetricSpec(
                this.key,
                this.title.isEmpty() ? titleOf(this.key) : this.title,
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

    private static String titleOf(String key) {
        String words = key.replace('.', ' ').replace('_', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
