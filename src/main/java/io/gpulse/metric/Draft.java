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

/** The clauses of a catalogue row, in the order in which they read best; {@link #saying} closes it. */
final class Draft {

    /** The operating system counts; what is told in these units is what a count has gained. */
    private static final Set<Unit> OVER_TIME = EnumSet.of(Unit.PERCENT, Unit.BYTES_PER_SECOND, Unit.PER_SECOND);

    private final String key;
    private final Unit unit;
    private final Kind kind;
    private final Panel panel;
    private final List<Origin> origins = new ArrayList<>();
    private final Map<Long, Reason> unknown = new HashMap<>();
    private String title = "";
    private String window = "";
    private String needs = "";
    private final Map<Reason, String> remedies = new EnumMap<>(Reason.class);
    private Scope scope = Scope.GPU;
    private Cadence cadence = Cadence.FAST;
    private Printing printing;
    private @Nullable Metric limit;
    private @Nullable Basis basis;

    private Draft(String key, Unit unit, Kind kind, Panel panel) {
        this.key = key;
        this.unit = unit;
        this.kind = kind;
        this.panel = panel;
        this.printing = usual(unit, kind);
    }

    static Draft gauge(String key, Unit unit, Panel panel) {
        return new Draft(key, unit, Kind.GAUGE, panel);
    }

    static Draft counter(String key, Unit unit, Panel panel) {
        return new Draft(key, unit, Kind.COUNTER, panel);
    }

    static Draft state(String key, Panel panel) {
        return new Draft(key, Unit.NONE, Kind.STATE, panel);
    }

    static Draft text(String key, Panel panel) {
        return new Draft(key, Unit.NONE, Kind.TEXT, panel);
    }

    Draft titled(String name) {
        this.title = name;
        return this;
    }

    Draft of(Scope subject) {
        this.scope = subject;
        return this;
    }

    /** The time that a figure is about, in words, where its source does not say: "1 s". */
    Draft over(String span) {
        this.window = span;
        return this;
    }

    Draft asked(Cadence howOften) {
        this.cadence = howOften;
        return this;
    }

    Draft from(Probe source) {
        this.origins.add(new Origin(source, Scale.ONE));
        return this;
    }

    /** A further source, for drivers that lack the first. */
    Draft or(Probe source) {
        return from(source);
    }

    /** The source before this clause tells it in a unit that is this many of ours. */
    Draft times(double factor) {
        return scaled(new Scale(factor, 1));
    }

    /** The source before this clause tells it in a unit of which so many make one of ours. */
    Draft dividedBy(double divisor) {
        return scaled(new Scale(1, divisor));
    }

    private Draft scaled(Scale scale) {
        int last = this.origins.size() - 1;
        this.origins.set(last, new Origin(this.origins.get(last).probe(), scale));
        return this;
    }

    /** What is more than this row's value, a tenth of it aside, cannot be true. */
    Draft limitedBy(Metric capability) {
        this.limit = capability;
        return this;
    }

    /** It means nothing, and is absent for the same reason, where that row is absent; asked as often, and before. */
    Draft basedOn(Metric other) {
        this.basis = new Basis(other, OptionalLong.empty(), OptionalLong.empty());
        return this;
    }

    /** It means nothing either where that row is in another state than this. */
    Draft basedOn(Metric other, long code) {
        this.basis = new Basis(other, OptionalLong.of(code), OptionalLong.empty());
        return this;
    }

    /** The GPU does not have it unless that row, asked before, is more than this. */
    Draft basedOnMoreThan(long number, Metric other) {
        this.basis = new Basis(other, OptionalLong.empty(), OptionalLong.of(number));
        return this;
    }

    Draft printedAs(Printing form) {
        this.printing = form;
        return this;
    }

    /** The driver answers this when it does not know. */
    Draft unknownAt(long sentinel) {
        this.unknown.put(sentinel, Reason.NO_DATA);
        return this;
    }

    /** The driver answers this when the GPU does not have it. */
    Draft lackingAt(long sentinel) {
        this.unknown.put(sentinel, Reason.NOT_SUPPORTED);
        return this;
    }

    /** What a GPU must be to have it: "Volta or newer". */
    Draft needing(String what) {
        this.needs = what;
        return this;
    }

    /** What helps when it is absent for this reason, in one sentence; other than what generally does. */
    Draft helpedBy(Reason reason, String remedy) {
        this.remedies.put(reason, remedy);
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
                List.copyOf(this.origins),
                Map.copyOf(this.unknown),
                this.needs,
                Map.copyOf(this.remedies),
                Optional.ofNullable(this.limit),
                Optional.ofNullable(this.basis));
    }

    private String window() {
        if (!this.window.isEmpty()) {
            return this.window;
        }
        return this.origins.stream()
                .findFirst()
                .map((first) -> windowOf(first.probe()))
                .orElse("");
    }

    private String windowOf(Probe source) {
        boolean counted = source instanceof Probe.Proc && OVER_TIME.contains(this.unit);
        return counted ? Probe.ROUND : source.window();
    }

    private static Printing usual(Unit unit, Kind kind) {
        if (kind == Kind.TEXT) {
            return Printing.WORD;
        }
        return switch (unit) {
            case PERCENT -> Printing.PERCENT;
            case BYTES -> Printing.MEBIBYTES;
            case WATTS -> Printing.WATTS;
            case MEGAHERTZ -> Printing.MEGAHERTZ;
            case JOULES, SECONDS, BYTES_PER_SECOND, PER_SECOND -> Printing.DECIMAL;
            case NONE, CELSIUS -> Printing.INTEGER;
        };
    }

    private static String titleOf(String key) {
        String words = key.replace('.', ' ').replace('_', ' ');
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
