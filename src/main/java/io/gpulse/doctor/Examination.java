package io.gpulse.doctor;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.doctor.comparison.Comparer;
import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.examination.CallTimer;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.ExaminationTimeouts;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.doctor.examination.GpuCondition;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.doctor.examination.UnfinishedException;
import io.gpulse.doctor.examination.Watchdog;
import io.gpulse.doctor.report.Report;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.setup.DriverFiles;
import io.gpulse.setup.HostSystem;
import io.gpulse.smi.NvidiaSmi;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** One examination of a machine, from the library to nvidia-smi. It continues after failures, and is used once. */
final class Examination {

    private static final int ROUNDS = 4;
    private static final Pattern OF_A_GPU = Pattern.compile("/nvidia\\d+$");

    private final HostSystem system;
    private final Options options;
    private final ExaminationTimeouts timeouts;
    private final CallTimer timer;
    private final Watchdog watchdog;
    private final NvmlSource nvml;
    private final List<String> hangs = new ArrayList<>();
    private @Nullable String trouble;

    Examination(HostSystem system, Options options, ExaminationTimeouts timeouts) {
        this.system = system;
        this.options = options;
        this.timeouts = timeouts;
        this.timer = new CallTimer(timeouts.nanos());
        this.watchdog = new Watchdog(this.timer, timeouts);
        this.nvml = options.nvml(system.root()).interceptedBy(this.timer::over);
    }

    Report run() {
        Machine machine = Machine.of(this.system);
        Optional<GpuSession> session = open();
        List<ExaminedGpu> gpus = session.map(this::attachAll).orElse(List.of());
        IntStream.range(1, ROUNDS).forEach((round) -> read(gpus));
        measurePcie(gpus);
        Comparison comparison = compare(session.map(GpuSession::source).orElse(null), gpus);
        measurePcie(gpus);
        List<DeviceNode> nodes = nodes();
        session.ifPresent(this::close);
        return new Report(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                machine,
                driver(session.map(GpuSession::source).orElse(null)),
                nodes,
                gpus,
                this.timer.times(),
                comparison,
                List.copyOf(this.hangs));
    }

    private Optional<GpuSession> open() {
        try {
            return Optional.of(this.watchdog.guard("Loading the driver's library", this.nvml::open));
        } catch (SourceUnavailableException unavailable) {
            this.trouble = String.valueOf(unavailable.getMessage());
        } catch (UnfinishedException unfinished) {
            this.trouble = "The NVIDIA driver "
                    + (unfinished.hangs() ? "does not answer." : "took all the time that there was.");
            note(unfinished, "");
        }
        return Optional.empty();
    }

    private void note(UnfinishedException unfinished, String subject) {
        if (unfinished.hangs()) {
            this.hangs.add(subject + unfinished.sentence());
        }
    }

    private List<ExaminedGpu> attachAll(GpuSession session) {
        this.watchdog.allowFor(session.gpuCount());
        List<ExaminedGpu> gpus = IntStream.range(0, session.gpuCount())
                .mapToObj(ExaminedGpu::new)
                .toList();
        gpus.forEach((gpu) -> guard(gpu, "Waking it up", () -> attach(session, gpu)));
        return gpus;
    }

    private static void attach(GpuSession session, ExaminedGpu gpu) {
        try {
            gpu.attach(session.attach(gpu.index()));
            gpu.read();
        } catch (GpuRefusedException refusal) {
            GpuReadResult result = refusal.result();
            gpu.fail(result.verdict().state(), String.valueOf(result.detail()));
        }
    }

    private void read(List<ExaminedGpu> gpus) {
        pause();
        gpus.forEach((gpu) -> guard(gpu, "A round", gpu::read));
    }

    private void measurePcie(List<ExaminedGpu> gpus) {
        pause();
        gpus.forEach((gpu) -> guard(gpu, "Measuring PCIe", gpu::measurePcie));
    }

    /** Waits between the rounds, since rates need an interval. */
    private void pause() {
        LockSupport.parkNanos(this.timeouts.between().toNanos());
    }

    /** Runs work on a GPU unless it has failed. */
    private void guard(ExaminedGpu gpu, String what, Runnable work) {
        if (gpu.condition() != GpuCondition.OK) {
            return;
        }
        try {
            this.watchdog.guard(what, work);
        } catch (UnfinishedException unfinished) {
            note(unfinished, "GPU " + gpu.index() + ": ");
            if (unfinished.hangs()) {
                gpu.fail(GpuState.STUCK, unfinished.sentence());
            } else {
                gpu.skip();
            }
        }
    }

    private Comparison compare(@Nullable Source source, List<ExaminedGpu> gpus) {
        if (this.options.isGiven(Options.NO_WAKE)) {
            return Comparison.none(null, "nvidia-smi was not run, since it wakes every GPU (--no-wake).");
        }
        Optional<Path> program = this.options
                .program()
                .or(() -> NvidiaSmi.find(this.system.variable("PATH").orElse("")));
        if (program.isEmpty()) {
            return Comparison.none(null, "There is no nvidia-smi on the PATH; name it by --nvidia-smi=PATH.");
        }
        if (NvidiaSmi.isReplacement(program.get())) {
            return Comparison.none(null, program.get() + " is not NVIDIA's: it prints what gpulse has read.");
        }
        NvidiaSmi smi = new NvidiaSmi(program.get(), this.timeouts.smi());
        Comparer comparer = new Comparer(smi, program.get().toString(), source == null ? null : source.driverVersion());
        return gpus.stream().anyMatch(ExaminedGpu::answers)
                ? comparer.compare(gpus, () -> read(gpus))
                : comparer.withoutGpulse(gpus);
    }

    private List<DeviceNode> nodes() {
        return DriverFiles.nodes(this.system).stream().map(this::open).toList();
    }

    private DeviceNode open(Path node) {
        if (this.options.isGiven(Options.NO_WAKE)
                && OF_A_GPU.matcher(node.toString()).find()) {
            return DeviceNode.unopened(this.system, node, "not opened, since that wakes its GPU (--no-wake)");
        }
        try {
            return this.watchdog.guard(
                    "Opening " + this.system.shown(node), () -> DeviceNode.opened(this.system, node));
        } catch (UnfinishedException unfinished) {
            note(unfinished, "");
            return DeviceNode.unopened(this.system, node, unfinished.sentence());
        }
    }

    /** Ends the session unless a thread is still inside the driver. */
    private void close(GpuSession session) {
        if (this.watchdog.leftWork()) {
            return;
        }
        try {
            this.watchdog.guard("Letting the driver go", session::close);
        } catch (UnfinishedException unfinished) {
            // Without time left, the driver lets go by itself when the process ends.
            note(unfinished, "");
        }
    }

    private Driver driver(@Nullable Source source) {
        Diagnosis diagnosis = this.nvml.diagnosis();
        return new Driver(
                this.trouble,
                source == null ? null : source.driverVersion(),
                source == null ? null : source.nvmlVersion(),
                source == null ? null : source.cudaVersion(),
                DriverFiles.module(this.system),
                this.nvml.libraryPlaces(),
                DriverFiles.libraries(this.system),
                diagnosis.checks(),
                diagnosis.steps());
    }
}
