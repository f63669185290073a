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
import io.gpulse.nvml.probe.DriverClock;
import io.gpulse.nvml.record.CString;
import io.gpulse.nvml.record.GpmMetricsRecord;
import io.gpulse.nvml.record.ProcessUtilizationRecord;
import io.gpulse.nvml.record.SampleRecord;
import io.gpulse.nvml.topology.PciTree;
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
    /** The version from the driver itself, since containers may lack the CUDA library. */
    private static final Call CUDA_VERSION_OF_DRIVER = Call.u32("nvmlSystemGetCudaDriverVersion");

    private static final Call COUNT = Call.u32("nvmlDeviceGetCount_v2");
    /** GPUs that an administrator has hidden from all programs. */
    private static final Call EXCLUDED = Call.u32("nvmlGetExcludedDeviceCount");

    private static final Call INIT = Call.bare("nvmlInit_v2");

    /** All calls other than those of the catalogue's rows. */
    static final List<Call> CALLS = List.of(
            INIT,
            DRIVER_VERSION,
            NVML_VERSION,
            CUDA_VERSION,
            CUDA_VERSION_OF_DRIVER,
            COUNT,
            EXCLUDED,
            NvmlSession.HANDLE_OF_FIRST,
            NvmlSession.NAME_OF_FIRST,
            NvmlSession.SHUTDOWN,
            GpmMetricsRecord.SUPPORT,
            GpmMetricsRecord.ALLOC,
            GpmMetricsRecord.SAMPLE,
            GpmMetricsRecord.sampleOf(0),
            GpmMetricsRecord.CALL,
            GpmMetricsRecord.FREE,
            SampleRecord.call(0, 1),
            ProcessUtilizationRecord.call(1));

    private final SourceKind kind;
    private final LibraryLoader loader;
    private final DriverDiagnosis diagnoses;
    private final CrossSessionState state;
    private volatile Diagnosis diagnosis = Diagnosis.UNKNOWN;
    private volatile @Nullable String inProgress;
    private @Nullable NvmlCalls calls;
    private boolean renewed;

    private NvmlSource(SourceKind kind, LibraryLoader loader, DriverDiagnosis diagnoses, CrossSessionState state) {
        this.kind = kind;
        this.loader = loader;
        this.diagnoses = diagnoses;
        this.state = state;
    }

    /**
     * Returns the driver of this machine.
     *
     * @param library path of its library; null for the usual places
     * @param root {@code /}, the root of device nodes and the kernel's files
     */
    public static NvmlSource ofThisMachine(@Nullable Path library, Path root) {
        NvmlLibrary places = NvmlLibrary.at(library);
        CrossSessionState state = new CrossSessionState(new PciBus(root), DriverClock.ofThisMachine());
        return new NvmlSource(SourceKind.NVML, places, new DriverDiagnosis(places.name(), root), state);
    }

    /** Returns a simulated driver. */
    public static NvmlSource simulated(NvmlCalls driver) {
        return simulated(driver, System::nanoTime);
    }

    /** Returns a simulated driver with another monotonic clock, in nanoseconds. */
    public static NvmlSource simulated(NvmlCalls driver, LongSupplier nanos) {
        return notOfThisMachine(SourceKind.DEMO, driver, nanos);
    }

    /**
     * Returns a recorded driver.
     *
     * @param nanos the monotonic clock of the recording, in nanoseconds
     */
    public static NvmlSource replayed(NvmlCalls recorded, LongSupplier nanos) {
        return notOfThisMachine(SourceKind.RECORDING, recorded, nanos);
    }

    private static NvmlSource notOfThisMachine(SourceKind kind, NvmlCalls calls, LongSupplier nanos) {
        CrossSessionState noBus =
                new CrossSessionState(PciBus.none(), DriverClock.monotonic(nanos)).with(ProcessAccess.SIMULATED);
        return new NvmlSource(kind, (replaced) -> Optional.of(calls), DriverDiagnosis.notOfThisMachine(kind), noBus);
    }

    /** Returns the same source, with the owners of the simulated processes. */
    public NvmlSource withOwners(Owners owners) {
        return with(new ProcessAccess(this.state.processes().enabled(), owners));
    }

    /** Returns the same source, with another arrangement of the PCI devices. */
    public NvmlSource withPciTree(PciTree tree) {
        return new NvmlSource(this.kind, this.loader, this.diagnoses, this.state.with(tree));
    }

    /** Returns the same source, which does not read processes. */
    public NvmlSource withoutProcesses() {
        return with(new ProcessAccess(false, this.state.processes().simulatedOwners()));
    }

    /** Returns the same source, which makes no call about a GPU in runtime suspend (D3), since that would wake it. */
    public NvmlSource withoutWaking() {
        return new NvmlSource(this.kind, this.loader, this.diagnoses, this.state.withoutWaking());
    }

    /** Returns the same source, whose calls go through an interceptor. */
    public NvmlSource interceptedBy(UnaryOperator<NvmlCalls> interceptor) {
        return new NvmlSource(this.kind, this.loader.interceptedBy(interceptor), this.diagnoses, this.state);
    }

    /** Returns the same source with another monotonic clock, in nanoseconds. */
    public NvmlSource clockedBy(LongSupplier nanos) {
        return new NvmlSource(this.kind, this.loader, this.diagnoses, this.state.with(nanos));
    }

    /** Returns the places of the last search for the library; if it was found, in the last one. */
    public List<LibraryPlace> libraryPlaces() {
        return this.loader.tried();
    }

    private NvmlSource with(ProcessAccess access) {
        return new NvmlSource(this.kind, this.loader, this.diagnoses, this.state.with(access));
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
        List<String> listed = this.state.bus().gpus();
        if (this.state.sleeping().allSleep(listed)) {
            return asleep(listed);
        }
        try {
            return initialise(library(), listed);
        } finally {
            this.inProgress = null;
        }
    }

    private GpuSession asleep(List<String> listed) {
        String version = this.state.bus().driverVersion().orElse(null);
        this.diagnosis = this.diagnoses.found(version == null ? "not queried" : version, String.valueOf(listed.size()));
        return new SleepingSession(new Source(this.kind, false, version, null, null, null), listed, this.state);
    }

    private NvmlCalls library() throws SourceUnavailableException {
        NvmlCalls known = this.calls;
        if (known == null) {
            known = this.loader.load(this.renewed).orElse(null);
        }
        if (known == null) {
            throw unavailable(this.diagnoses.noLibrary(this.loader.tried()));
        }
        this.calls = known;
        return known;
    }

    private GpuSession initialise(NvmlCalls nvml, List<String> listed) throws SourceUnavailableException {
        NvmlReturn returned = call(nvml, INIT);
        if (returned != NvmlReturn.SUCCESS) {
            forgetIfRenewed(returned);
            throw unavailable(this.diagnoses.refusedInit(returned));
        }
        Source source = describe(nvml);
        int gpus = count(nvml);
        NvmlSession session = new NvmlSession(nvml, source, new SessionBus(this.state, listed, gpus), this.state);
        if (gpus == 0) {
            session.close();
            throw unavailable(this.diagnoses.noDevices(String.valueOf(source.driverVersion())));
        }
        this.diagnosis = this.diagnoses.found(String.valueOf(source.driverVersion()), gpus + excluded(nvml));
        return session;
    }

    /** Discards the library after an upgrade of the driver: the next attempt loads the new file. */
    private void forgetIfRenewed(NvmlReturn returned) {
        if (returned == NvmlReturn.LIB_RM_VERSION_MISMATCH) {
            this.calls = null;
            this.renewed = true;
        }
    }

    private int count(NvmlCalls nvml) throws SourceUnavailableException {
        NvmlCalls.Prepared counting = nvml.prepare(NvmlCalls.NO_DEVICE, COUNT);
        this.inProgress = COUNT.symbol();
        NvmlReturn returned = NvmlReturn.of(counting.invoke());
        if (returned != NvmlReturn.SUCCESS) {
            call(nvml, NvmlSession.SHUTDOWN);
            forgetIfRenewed(returned);
            throw unavailable(this.diagnoses.refusedCount(returned));
        }
        return counting.answer().getInt(0);
    }

    /** Returns the number of excluded GPUs for the diagnosis; empty when there are none, or none is reported. */
    private String excluded(NvmlCalls nvml) {
        NvmlCalls.Prepared prepared = nvml.prepare(NvmlCalls.NO_DEVICE, EXCLUDED);
        this.inProgress = EXCLUDED.symbol();
        int excluded = prepared.invoke() == 0 ? prepared.answer().getInt(0) : 0;
        return excluded > 0 ? ", and " + excluded + " that the driver is configured to exclude" : "";
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
                        CString.read(prepared.answer(), call.layout().slots().get(0)))
                : Optional.empty();
    }

    /** Returns the CUDA version: 13000 is CUDA 13.0. */
    private Optional<String> cuda(NvmlCalls nvml, Call call) {
        NvmlCalls.Prepared prepared = nvml.prepare(NvmlCalls.NO_DEVICE, call);
        this.inProgress = call.symbol();
        if (prepared.invoke() != 0) {
            return Optional.empty();
        }
        int version = prepared.answer().getInt(0);
        return Optional.of(version / 1000 + "." + version % 1000 / 10);
    }

    private NvmlReturn call(NvmlCalls nvml, Call call) {
        this.inProgress = call.symbol();
        return NvmlReturn.of(nvml.prepare(NvmlCalls.NO_DEVICE, call).invoke());
    }

    private SourceUnavailableException unavailable(Diagnosis found) {
        this.diagnosis = found;
        return new SourceUnavailableException(found);
    }
}
