package io.gpulse.host;

import io.gpulse.device.HostParts;
import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.Readings;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Reads the machine from the kernel's files. Never throws: an unreadable value is absent with its reason. Used by one
 * lane, except for the processes.
 */
final class ProcHost implements HostSource {

    private static final Figures UNKNOWN = (file, figure) -> Reading.absent(Reason.ERROR);

    private static final boolean ON_WINDOWS = Files.exists(Path.of("/dev/dxg"));

    private final ProcFolder proc;
    private final Supplier<String> hostname;
    private final Map<String, Figures> figures;
    private final PartFigures cores = new PartFigures(Scope.CORE, CpuFigures::each, CpuFigures::new);
    private final PartFigures disks = new PartFigures(Scope.DISK, DiskFigures::each, DiskFigures::newReader);
    private final PartFigures networks =
            new PartFigures(Scope.NETWORK, NetworkFigures::each, NetworkFigures::newReader);
    private final Supplier<HostProcesses> processes;
    private final BusFigures bus;

    ProcHost(ProcFolder proc, Supplier<String> hostname) {
        this(proc, hostname, new ProcessTable(proc)::read);
    }

    /** @param processes samples the processes, on a separate lane */
    ProcHost(ProcFolder proc, Supplier<String> hostname, Supplier<HostProcesses> processes) {
        this.proc = proc;
        this.hostname = hostname;
        this.processes = processes;
        this.bus = new BusFigures(PidNamespace.ofThisProcess(), proc.root(), Path.of("/sys"));
        KernelFigures kernel = new KernelFigures(new KernelUnits(proc));
        this.figures = Map.of(
                "stat",
                kernel::stat,
                "loadavg",
                KernelFigures::load,
                "meminfo",
                new MemoryFigures(),
                "vmstat",
                kernel::swap,
                "diskstats",
                DiskFigures.newReader(),
                "net/dev",
                NetworkFigures.newReader(),
                "bus/pci/devices",
                this.bus);
    }

    @Override
    public HostSample read() {
        Pass pass = new Pass();
        Map<Metric, Reading> readings = new EnumMap<>(Metric.class);
        Metric.of(Scope.HOST).stream()
                .filter((metric) -> metric.spec().cadence() == Cadence.FAST)
                .forEach((metric) -> readings.put(metric, pass.read(metric.spec())));
        HostSample whole = new HostSample(this.hostname.get(), Readings.of(readings));
        return whole.with(new HostParts(
                this.cores.read(pass.file("stat")),
                this.disks.read(pass.file("diskstats")),
                this.networks.read(pass.file("net/dev")),
                this.bus.gpus()));
    }

    @Override
    public HostProcesses processes() {
        return this.processes.get();
    }

    @Override
    public boolean isOnWindows() {
        return ON_WINDOWS;
    }

    /** One sample. Each file is read once and each figure is computed once, however many rows need it. */
    private final class Pass {

        private final Map<String, ProcFile> files = new HashMap<>();
        private final Map<Probe, Reading> readByProbe = new HashMap<>();

        /** Returns the first present value of the sources of a row; without any, the first one's reason. */
        Reading read(MetricSpec spec) {
            List<Reading> answers =
                    spec.probes().stream().map((probe) -> read(probe, spec)).toList();
            return answers.stream()
                    .filter(Reading.Present.class::isInstance)
                    .findFirst()
                    .orElseGet(() -> answers.isEmpty() ? Reading.absent(Reason.ERROR) : answers.get(0));
        }

        private Reading read(Probe probe, MetricSpec spec) {
            return this.readByProbe.computeIfAbsent(probe, this::figure).convert(spec::reading);
        }

        /** Reads the figure of a probe. A row without a reader is a defect, which a test finds. */
        private Reading figure(Probe probe) {
            if (!(probe instanceof Probe.Proc source)) {
                return Reading.absent(Reason.ERROR);
            }
            return ProcHost.this
                    .figures
                    .getOrDefault(source.file(), UNKNOWN)
                    .readIfPresent(file(source.file()), source.figure());
        }

        private ProcFile file(String name) {
            return this.files.computeIfAbsent(name, ProcHost.this.proc::read);
        }
    }
}
