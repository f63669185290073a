package io.gpulse.host;

import io.gpulse.device.CoreSample;
import io.gpulse.device.DiskSample;
import io.gpulse.device.HostParts;
import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.NetworkSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * Looks at the machine through the kernel's files. Never throws: what cannot be read is absent with its reason. Used by
 * one lane, but for the processes.
 */
final class ProcHost implements HostSource {

    private final ProcFolder proc;
    private final Supplier<String> hostname;
    private final Map<String, Figures> figures;
    private final PartFigures cores = new PartFigures(Scope.CORE, CpuFigures::each, CpuFigures::new);
    private final PartFigures disks = new PartFigures(Scope.DISK, DiskFigures::each, DiskFigures::new);
    private final PartFigures networks = new PartFigures(Scope.NETWORK, NetworkFigures::each, NetworkFigures::new);
    private final Supplier<HostProcesses> processes;

    ProcHost(ProcFolder proc, Supplier<String> hostname) {
        this(proc, hostname, new ProcessTable(proc)::read);
    }

    /** @param processes how the processes are sampled, on a lane of their own */
    ProcHost(ProcFolder proc, Supplier<String> hostname, Supplier<HostProcesses> processes) {
        this.proc = proc;
        this.hostname = hostname;
        this.processes = processes;
        this.figures = Map.of(
                "stat", new StatFigures(),
                "loadavg", new LoadFigures(),
                "meminfo", new MemoryFigures(),
                "vmstat", new SwapFigures(new PageSize(proc)),
                "diskstats", new DiskFigures(),
                "net/dev", new NetworkFigures(),
                "bus/pci/devices", new BusFigures(PidNamespace.ofThisProcess(), proc.root(), Path.of("/sys")));
    }

    @Override
    public HostSample read() {
        Visit visit = new Visit();
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        Metric.of(Scope.HOST).stream()
                .filter((metric) -> metric.spec().cadence() == Cadence.FAST)
                .forEach((metric) -> readings.put(metric, visit.read(metric.spec())));
        HostSample whole = new HostSample(this.hostname.get(), Readings.of(readings));
        return whole.with(new HostParts(cores(visit), disks(visit), networks(visit)));
    }

    @Override
    public HostProcesses processes() {
        return this.processes.get();
    }

    private List<CoreSample> cores(Visit visit) {
        return this.cores.read(visit.file("stat")).entrySet().stream()
                .map((core) -> new CoreSample(Integer.parseInt(core.getKey()), core.getValue()))
                .toList();
    }

    private List<DiskSample> disks(Visit visit) {
        return this.disks.read(visit.file("diskstats")).entrySet().stream()
                .map((disk) -> new DiskSample(disk.getKey(), disk.getValue()))
                .toList();
    }

    private List<NetworkSample> networks(Visit visit) {
        return this.networks.read(visit.file("net/dev")).entrySet().stream()
                .map((network) -> new NetworkSample(network.getKey(), network.getValue()))
                .toList();
    }

    /** One sample: each file is read once, and each figure is worked out once, however many rows want it. */
    private final class Visit {

        private final Map<String, ProcFile> files = new HashMap<>();
        private final Map<Probe, Reading> readByProbe = new HashMap<>();

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
            Reading figure = this.readByProbe.computeIfAbsent(probe, this::ask);
            OptionalDouble number = figure.number();
            return number.isPresent() ? spec.reading(number.getAsDouble()) : figure;
        }

        /** A row that asks for what nobody here can tell is a mistake of ours; a test finds it. */
        private Reading ask(Probe probe) {
            if (!(probe instanceof Probe.Proc asked)) {
                return Reading.absent(Reason.ERROR);
            }
            Figures known = ProcHost.this.figures.get(asked.file());
            return known == null ? Reading.absent(Reason.ERROR) : known.readIfThere(file(asked.file()), asked.figure());
        }

        private ProcFile file(String name) {
            return this.files.computeIfAbsent(name, ProcHost.this.proc::read);
        }
    }
}
