package io.gpulse.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The clauses of a catalogue row, in the order in which they read best; {@link #saying} closes it. */
final class Draft {

    private final String key;
    private final Unit unit;
    private final Kind kind;
    private final Panel panel;
    private final List<Probe> probes = new ArrayList<>();
    private final List<Long> unknown = new ArrayList<>();
    private String title = "";
    private String needs = "";
    private Scope scope = Scope.GPU;
    private Cadence cadence = Cadence.FAST;
    private Printing printing;
    private MetricSpec.Scale scale = MetricSpec.Scale.ONE;

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

    Draft asked(Cadence howOften) {
        this.cadence = howOften;
        return this;
    }

    Draft from(Probe source) {
        this.probes.add(source);
        return this;
    }

    /** A further source, for drivers that lack the first. */
    Draft or(Probe source) {
        return from(source);
    }

    /** The driver tells it in a unit that is this many of ours. */
    Draft times(double factor) {
        this.scale = new MetricSpec.Scale(factor, 1);
        return this;
    }

    /** The driver tells it in a unit of which so many make one of ours. */
    Draft dividedBy(double divisor) {
        this.scale = new MetricSpec.Scale(1, divisor);
        return this;
    }

    Draft printedAs(Printing form) {
        this.printing = form;
        return this;
    }

    /** The driver answers this when it does not know. */
    Draft unknownAt(long sentinel) {
        this.unknown.add(sentinel);
        return this;
    }

    /** What a GPU must be to have it: "Volta or newer". */
    Draft needing(String what) {
        this.needs = what;
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
                this.printing,
                List.copyOf(this.probes),
                this.scale,
                List.copyOf(this.unknown),
                this.needs);
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
