package io.gpulse.nvml.session;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.Owners;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Call;
import io.gpulse.nvml.library.LibraryLoader;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlLibrary;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.read.CachedCall;
import io.gpulse.nvml.read.GpmSamples;
import io.gpulse.nvml.read.PerformanceMonitor;
import io.gpulse.nvml.read.ProcessUtilization;
import io.gpulse.nvml.read.SampleRing;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** NVML, found and initialised. */
public final class NvmlSource implements GpuSource {

    private static final Call DRIVER_VERSION = Call.word("nvmlSystemGetDriverVersion", 80);
    private static final Call NVML_VERSION = Call.word("nvmlSystemGetNVMLVersion", 80);
    private static final Call CUDA_VERSION = Call.u32("nvmlSystemGetCudaDriverVersion_v2");
    /** Asks the driver itself, where containers lack the CUDA library. */
    private static final Call CUDA_VERSION_OF_DRIVER = Call.u32("nvmlSystemGetCudaDriverVersion");

    private static final Call COUNT = Call.u32("nvmlDeviceGetCount_v2");
    private static final Call INIT = Call.bare("nvmlInit_v2");

    /** All that is asked beside what rows ask by themselves. */
    static final List<Call> CALLS = List.of(
            INIT,
            DRIVER_VERSION,
            NVML_VERSION,
            CUDA_VERSION,
            CUDA_VERSION_OF_DRIVER,
            COUNT,
            NvmlSession.HANDLE_OF_FIRST,
            NvmlSession.NAME_OF_FIRST,
            NvmlSession.SHUTDOWN,
            PerformanceMonitor.SUPPORT,
            GpmSamples.ALLOC,
            PerformanceMonitor.SAMPLE,
            PerformanceMonitor.FIGURES,
            GpmSamples.FREE,
            SampleRing.call(0, 1),
            ProcessUtilization.call(1));

    private final SourceKind kind;
    private final LibraryLoader loading;
    private final DriverDiagnosis findings;
    private final CrossSessionState lasting;
    private volatile Diagnosis diagnosis = Diagnosis.UNKNOWN;
    private volatile @Nullable String inProgress;
    private @Nullable NvmlCalls calls;
    private boolean renewed;

    private NvmlSource(SourceKind kind, LibraryLoader loading, DriverDiagnosis findings, CrossSessionState lasting) {
        this.kind = kind;
        this.loading = loading;
        this.findings = findings;
        this.lasting = lasting;
    }

    /**
     * The driver of this machine.
     *
     * @param library where its library lies; null for the usual places
     * @param root {@code /}, below which device nodes and the kernel's files are looked for
     */
    public static NvmlSource ofThisMachine(@Nullable Path library, Path root) {
        NvmlLibrary places = NvmlLibrary.at(library);
        CrossSessionState lasting = new CrossSessionState(new PciBus(root), System::nanoTime);
        return new NvmlSource(
                SourceKind.NVML, LibraryLoader.from(places), new DriverDiagnosis(places.name(), root), lasting);
    }

    /** A driver that somebody plays. */
    public static NvmlSource simulated(NvmlCalls player) {
        return simulated(player, System::nanoTime);
    }

    /** A driver that somebody plays to a clock of his own. */
    public static NvmlSource simulated(NvmlCalls player, LongSupplier nanos) {
        return notOfThisMachine(SourceKind.DEMO, player, nanos);
    }

    /**
     * A driver that was recorded.
     *
     * @param nanos the monotonic clock of the recording, in nanoseconds
     */
    public static NvmlSource replayed(NvmlCalls recorded, LongSupplier nanos) {
        return notOfThisMachine(SourceKind.RECORDING, recorded, nanos);
    }

    private static NvmlSource notOfThisMachine(SourceKind kind, NvmlCalls calls, LongSupplier nanos) {
        CrossSessionState noBus = new CrossSessionState(new PciBus(Path.of("")), nanos).with(ProcessAccess.PLAYED);
        return new NvmlSource(kind, (anew) -> Optional.of(calls), DriverDiagnosis.notOfThisMachine(kind), noBus);
    }

    /** The same source, with who is behind the processes that are played. */
    public NvmlSource withCast(Owners cast) {
        return with(new ProcessAccess(this.lasting.processes().asked(), cast));
    }

    /** The same source, which does not tell who uses a GPU. */
    public NvmlSource withoutProcesses() {
        return with(new ProcessAccess(false, this.lasting.processes().cast()));
    }

    /** The same source, all of whose calls go through somebody who listens. */
    public NvmlSource heardBy(UnaryOperator<NvmlCalls> listener) {
        return new NvmlSource(this.kind, this.loading.heardBy(listener), this.findings, this.lasting);
    }

    /** The same source, whose readers go by another monotonic clock, in nanoseconds. */
    public NvmlSource clockedBy(LongSupplier nanos) {
        return new NvmlSource(this.kind, this.loading, this.findings, this.lasting.clockedBy(nanos));
    }

    /** Where the library was looked for when it was last loaded; the last place is where it was found, if at all. */
    public List<LibraryPlace> libraryPlaces() {
        return this.loading.tried();
    }

    private NvmlSource with(ProcessAccess rule) {
        return new NvmlSource(this.kind, this.loading, this.findings, this.lasting.with(rule));
    }

    @Override
    public SourceKind kind() {
        return this.kind;
    }

    @Override
    public Diagnosis diagnosis() {
        return this.diagnosis;
    }

    @Override
    public @Nullable String callInProgress() {
        return this.inProgress;
    }

    @Override
    public GpuSession open() throws SourceUnavailableException {
        try {
            return initialise(library());
        } finally {
            this.inProgress = null;
        }
    }

    private NvmlCalls library() throws SourceUnavailableException {
        NvmlCalls known = this.calls;
        if (known == null) {
            known = this.loading.load(this.renewed).orElse(null);
        }
        if (known == null) {
            throw unavailable(this.findings.noLibrary());
        }
        this.calls = known;
        return known;
    }

    private GpuSession initialise(NvmlCalls nvml) throws SourceUnavailableException {
        NvmlReturn said = ask(nvml, INIT);
        if (said != NvmlReturn.SUCCESS) {
            forgetIfRenewed(said);
            throw unavailable(this.findings.refusedInit(said));
        }
        Source source = describe(nvml);
        NvmlSession session = new NvmlSession(nvml, source, count(nvml), this.lasting);
        int gpus = session.gpuCount();
        if (gpus == 0) {
            session.close();
            throw unavailable(this.findings.noDevices(String.valueOf(source.driverVersion())));
        }
        this.diagnosis = this.findings.found(String.valueOf(source.driverVersion()), gpus);
        return session;
    }

    /** The library on disk may be another one by now; the next attempt looks at what is there then. */
    private void forgetIfRenewed(NvmlReturn said) {
        if (said == NvmlReturn.LIB_RM_VERSION_MISMATCH) {
            this.calls = null;
            this.renewed = true;
        }
    }

    private int count(NvmlCalls nvml) throws SourceUnavailableException {
        NvmlCalls.Prepared counting = nvml.prepare(NvmlCalls.NO_DEVICE, COUNT);
        this.inProgress = COUNT.symbol();
        NvmlReturn said = NvmlReturn.of(counting.invoke());
        if (said != NvmlReturn.SUCCESS) {
            ask(nvml, NvmlSession.SHUTDOWN);
            forgetIfRenewed(said);
            throw unavailable(this.findings.refusedCount(said));
        }
        return counting.answer().getInt(0);
    }

    private Source describe(NvmlCalls nvml) {
        String cuda = cuda(nvml, CUDA_VERSION)
                .or(() -> cuda(nvml, CUDA_VERSION_OF_DRIVER))
                .orElse(null);
        return new Source(
                this.kind,
                this.kind != SourceKind.NVML,
                word(nvml, DRIVER_VERSION).orElse(null),
                word(nvml, NVML_VERSION).orElse(null),
                cuda,
                null);
    }

    private Optional<String> word(NvmlCalls nvml, Call call) {
        NvmlCalls.Prepared prepared = nvml.prepare(NvmlCalls.NO_DEVICE, call);
        this.inProgress = call.symbol();
        return prepared.invoke() == 0
                ? Optional.of(
                        CachedCall.text(prepared.answer(), call.layout().slots().get(0)))
                : Optional.empty();
    }

    /** 13000 is CUDA 13.0. */
    private Optional<String> cuda(NvmlCalls nvml, Call call) {
        NvmlCalls.Prepared prepared = nvml.prepare(NvmlCalls.NO_DEVICE, call);
        this.inProgress = call.symbol();
        if (prepared.invoke() != 0) {
            return Optional.empty();
        }
        int version = prepared.answer().getInt(0);
        return Optional.of(version / 1000 + "." + version % 1000 / 10);
    }

    private NvmlReturn ask(NvmlCalls nvml, Call call) {
        this.inProgress = call.symbol();
        return NvmlReturn.of(nvml.prepare(NvmlCalls.NO_DEVICE, call).invoke());
    }

    private SourceUnavailableException unavailable(Diagnosis found) {
        this.diagnosis = found;
        return new SourceUnavailableException(found);
    }
}
