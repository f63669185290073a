package io.gpulse.host;

import io.gpulse.device.HostParts.PartSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * All rows of each part that a file lists. Each part remembers its last sample, since a rate needs two. A new part has
 * none, and one that disappears is forgotten. Used by one thread.
 */
final class PartFigures {

    private final Map<Metric, String> rows = new EnumMap<>(Metric.class);
    private final Function<ProcFile, Map<String, ProcFile>> parts;
    private final Supplier<Figures> newcomer;
    private Map<String, Figures> known = Map.of();

    /**
     * @param parts returns the content of each part by its name, in the order of the file, as a separate file
     * @param newcomer creates the reader of a new part
     */
    PartFigures(Scope scope, Function<ProcFile, Map<String, ProcFile>> parts, Supplier<Figures> newcomer) {
        this.parts = parts;
        this.newcomer = newcomer;
        for (Metric row : Metric.of(scope)) {
            Probe.Proc source = (Probe.Proc) row.spec().probes().get(0);
            this.rows.put(row, source.figure());
        }
    }

    /** Returns the parts in the order of the file; empty when it could not be read. */
    List<PartSample> read(ProcFile file) {
        if (file.unread() != null) {
            return List.of();
        }
        Map<String, Figures> present = new HashMap<>();
        List<PartSample> samples = new ArrayList<>();
        this.parts.apply(file).forEach((name, own) -> {
            Figures figures = this.known.getOrDefault(name, this.newcomer.get());
            present.put(name, figures);
            samples.add(new PartSample(name, readings(figures, own)));
        });
        this.known = present;
        return samples;
    }

    private Readings readings(Figures figures, ProcFile own) {
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        this.rows.forEach(
                (row, figure) -> readings.put(row, figures.read(own, figure).convert(row.spec()::reading)));
        return Readings.of(readings);
    }
}
