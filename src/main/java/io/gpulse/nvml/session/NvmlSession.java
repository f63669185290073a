package io.gpulse.nvml.session;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Look;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Source;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.read.CachedCall;
import io.gpulse.nvml.read.DeviceReader;
import io.gpulse.nvml.read.DriverCalls;
import io.gpulse.nvml.read.FieldNumbering;
import io.gpulse.nvml.read.GpmSamples;
import io.gpulse.nvml.read.GpuFailureException;
import io.gpulse.nvml.read.ProcessReader;
import io.gpulse.nvml.read.SessionState;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** From {@code nvmlInit_v2} to {@code nvmlShutdown}. */
final class NvmlSession implements GpuSession {

    static final Call SHUTDOWN = Call.bare("nvmlShutdown");
    static final Call HANDLE_OF_FIRST = handleOf(0);
    static final Call NAME_OF_FIRST = nameOf(1);

    private final NvmlCalls calls;
    private final Source source;
    private final CrossSessionState lasting;
    private final Map<Integer, GpmSamples> monitorSamples = new ConcurrentHashMap<>();
    private final AtomicReferenceArray<@Nullable String> inProgress;

    /** @param lasting what outlives the session */
    NvmlSession(NvmlCalls calls, Source source, int gpuCount, CrossSessionState lasting) {
        this.calls = calls;
        this.source = source;
        this.lasting = lasting;
        this.inProgress = new AtomicReferenceArray<>(gpuCount);
    }

    @Override
    public Source source() {
        return this.source;
    }

    @Override
    public int gpuCount() {
        return this.inProgress.length();
    }

    @Override
    public Gpu attach(int index) throws GpuRefusedException {
        Consumer<String> entering = (symbol) -> this.inProgress.set(index, symbol);
        try {
            long handle = handle(index, entering);
            GpuIdentity identity = identify(handle, entering);
            DriverCalls line = new DriverCalls(this.calls, handle, entering, this.lasting.nanos());
            return new AttachedGpu(identity, new DeviceReader(line, kept(index, identity)), processes(line), index);
        } catch (GpuFailureException verdict) {
            throw verdict.refusal();
        } finally {
            this.inProgress.set(index, null);
        }
    }

    private SessionState kept(int index, GpuIdentity identity) {
        return new SessionState(
                this.lasting.marks(identity),
                this.monitorSamples.computeIfAbsent(index, (place) -> new GpmSamples(this.calls)),
                FieldNumbering.of(this.source.driverVersion()));
    }

    private UnaryOperator<Look> processes(DriverCalls line) {
        return this.lasting.processes().asked() ? new ProcessReader(line)::complete : ProcessReader::hiding;
    }

    @Override
    public Map<Integer, Owner> owners(Set<Integer> pids, Owners ofMachine) {
        return this.lasting.processes().owners(ofMachine).of(pids, this::processName);
    }

    private Optional<String> processName(int pid) {
        Call call = nameOf(pid);
        NvmlCalls.Prepared prepared = this.calls.prepare(NvmlCalls.NO_DEVICE, call);
        return prepared.invoke() == NvmlReturn.SUCCESS.code()
                ? Optional.of(CachedCall.text(prepared.answer(), call.layout().slot("")))
                : Optional.empty();
    }

    private static Call nameOf(int pid) {
        return Call.word("nvmlSystemGetProcessName", 256, pid);
    }

    private long handle(int index, Consumer<String> entering) {
        Call call = handleOf(index);
        entering.accept(call.symbol());
        NvmlCalls.Prepared prepared = this.calls.prepare(NvmlCalls.NO_DEVICE, call);
        check(call, prepared.invoke());
        return prepared.answer().getLong(0);
    }

    /** A handle is a pointer, written where the getter is told. */
    private static Call handleOf(int index) {
        return Call.u64("nvmlDeviceGetHandleByIndex_v2", index);
    }

    private GpuIdentity identify(long handle, Consumer<String> entering) {
        return new GpuIdentity(
                word(handle, Metric.UUID, entering),
                word(handle, Metric.NAME, entering),
                word(handle, Metric.PCI_BUS_ID, entering));
    }

    private String word(long handle, Metric metric, Consumer<String> entering) {
        Probe.Member member = (Probe.Member) metric.spec().probes().get(0);
        entering.accept(member.call().symbol());
        NvmlCalls.Prepared prepared = this.calls.prepare(handle, member.call());
        check(member.call(), prepared.invoke());
        return CachedCall.text(prepared.answer(), member.slot());
    }

    private static void check(Call call, int code) {
        NvmlReturn said = NvmlReturn.of(code);
        if (said != NvmlReturn.SUCCESS) {
            throw new GpuFailureException(call.symbol(), said);
        }
    }

    @Override
    public boolean isBack(GpuIdentity gpu) {
        return this.lasting.bus().has(gpu.pciBusId());
    }

    @Override
    public @Nullable String callInProgress(int index) {
        return index < this.inProgress.length() ? this.inProgress.get(index) : null;
    }

    @Override
    public void close() {
        this.monitorSamples.values().forEach(GpmSamples::free);
        this.calls.prepare(NvmlCalls.NO_DEVICE, SHUTDOWN).invoke();
    }

    /** A GPU with its handle. */
    private final class AttachedGpu implements Gpu {

        private final GpuIdentity identity;
        private final DeviceReader reader;
        private final UnaryOperator<Look> processes;
        private final int index;

        AttachedGpu(GpuIdentity identity, DeviceReader reader, UnaryOperator<Look> processes, int index) {
            this.identity = identity;
            this.reader = reader;
            this.processes = processes;
            this.index = index;
        }

        @Override
        public GpuIdentity identity() {
            return this.identity;
        }

        @Override
        public Look look(Set<Cadence> due) {
            try {
                return this.processes.apply(this.reader.look(due));
            } finally {
                NvmlSession.this.inProgress.set(this.index, null);
            }
        }

        @Override
        public List<Reading> bySource(Metric row) {
            try {
                return this.reader.bySource(row);
            } finally {
                NvmlSession.this.inProgress.set(this.index, null);
            }
        }
    }
}
