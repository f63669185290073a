package io.gpulse.host;

import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Looks at the machine through the kernel's files. Never throws: what cannot be read is absent with its reason. Used by
 * one lane.
 */
final class ProcHost implements HostSource {

    private final ProcFolder proc;
    private final Supplier<String> hostname;
    private final Map<String, Figures> figures;

    ProcHost(ProcFolder proc, Supplier<String> hostname) {
        this.proc = proc;
        this.hostname = hostname;
        this.figures = Map.of(
                "stat", new StatFigures(),
                "loadavg", new LoadFigures(),
                "meminfo", new MemoryFigures(),
                "vmstat", new SwapFigures(new PageSize(proc)),
                "diskstats", new DiskFigures(),
                "net/dev", new NetworkFigures());
    }

    @Override
    public HostSample look() {
        Visit visit = new Visit();
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        Metric.of(Scope.HOST).forEach((metric) -> readings.put(metric, visit.read(metric.spec())));
        return new HostSample(this.hostname.get(), Readings.of(readings));
    }

    /** One look: each file is read once, and each figure is worked out once, however many rows want it. */
    private final class Visit {

        private final Map<String, ProcFile> files = new HashMap<>();
        private final Map<Probe, Reading> told = new HashMap<>();

        /** The first source that tells something wins; when none does, the first one's reason. */
        Reading read(MetricSpec spec) {
            List<Reading> answers =
                    spec.probes().stream().map((probe) -> read(probe, spec)).toList();
            return answers.stream()
                    .filter(Reading.Present.class::isInstance)
                    .findFirst()
                    .orElseGet(() -> answers.isEmpty() ? Reading.absent(Reason.ERROR) : answers.get(0));
        }

        private Reading read(Probe probe, MetricSpec spec) {
            Reading figure = this.told.computeIfAbsent(probe, this::ask);
            OptionalDouble number = figure.number();
            return number.isPresent() ? spec.reading(number.getAsDouble()) : figure;
        }

        /** A row that asks for what nobody here can tell is a mistake of ours; a test finds it. */
        private Reading ask(Probe probe) {
            if (!(probe instanceof Probe.Proc asked)) {
                return Reading.absent(Reason.ERROR);
            }
            Figures known = ProcHost.this.figures.get(asked.file());
            return known == null
                    ? Reading.absent(Reason.ERROR)
                    : known.readIfThere(
                            this.files.computeIfAbsent(asked.file(), ProcHost.this.proc::read), asked.figure());
        }
    }
}
