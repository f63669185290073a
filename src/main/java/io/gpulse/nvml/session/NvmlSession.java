package io.gpulse.nvml.session;

import io.gpulse.device.DriverEvents;
import io.gpulse.device.Gpu;
import io.gpulse.device.Gpu.SlowCall;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSession.Renewal;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Source;
import io.gpulse.device.topology.Topology;
import io.gpulse.device.workload.Reservation;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.event.EventClock;
import io.gpulse.nvml.event.GpuHandle;
import io.gpulse.nvml.event.NvmlEvents;
import io.gpulse.nvml.event.SessionGpus;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.FieldNumbering;
import io.gpulse.nvml.probe.GpmSamples;
import io.gpulse.nvml.probe.SessionState;
import io.gpulse.nvml.read.DeviceReader;
import io.gpulse.nvml.read.ProcessReader;
import io.gpulse.nvml.record.CString;
import io.gpulse.nvml.topology.SessionTopology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    private final CrossSessionState state;
    private final Map<Integer, GpmSamples> gpmSamples = new ConcurrentHashMap<>();
    private final SessionGpus gpus;
    private final SessionBus bus;
    private final SessionTopology topology;

    /** @param state outlives the session */
    NvmlSession(NvmlCalls calls, Source source, SessionBus bus, CrossSessionState state) {
        this.calls = calls;
        this.source = source;
        this.state = state;
        this.bus = bus;
        this.gpus = new SessionGpus(bus.gpus());
        this.topology = new SessionTopology(calls, state.tree(), new TopologyGate(this.gpus, bus));
    }

    @Override
    public Source source() {
        return this.source;
    }

    @Override
    public int gpuCount() {
        return this.gpus.count();
    }

    @Override
    public Gpu attach(int index) throws GpuRefusedException {
        this.bus.refuseSleeping(index);
        Consumer<String> beforeCall = this.gpus.beforeCall(index);
        this.gpus.enter(index);
        try {
            long handle = handle(index, beforeCall);
            GpuIdentity identity = identify(handle, beforeCall);
            this.bus.attached(index, identity);
            this.gpus.attached(new GpuHandle(index, identity.uuid(), handle));
            this.topology.attached(index, identity, handle);
            DriverCalls ofGpu = new DriverCalls(this.calls, handle, beforeCall, this.state.clock());
            DeviceReader reader = new DeviceReader(ofGpu, stateOf(index, identity));
            return new AttachedGpu(identity, reader, processes(reader), index);
        } catch (GpuRefusedException failure) {
            throw this.bus.explain(failure, index);
        } finally {
            this.gpus.leave(index);
        }
    }

    private SessionState stateOf(int index, GpuIdentity identity) {
        return new SessionState(
                this.state.baselines(identity),
                this.gpmSamples.computeIfAbsent(index, (place) -> new GpmSamples(this.calls)),
                FieldNumbering.of(this.source.driverVersion()));
    }

    private UnaryOperator<GpuReadResult> processes(DeviceReader reader) {
        return this.state.processes().enabled() ? reader.processes()::complete : ProcessReader::hiding;
    }

    @Override
    public List<Reservation> reservations(Owners ofMachine) {
        return this.state.processes().owners(ofMachine).reservations();
    }

    @Override
    public Map<Integer, Owner> owners(Set<Integer> pids, Owners ofMachine) {
        return this.state.processes().owners(ofMachine).of(pids, this::processName);
    }

    private Optional<String> processName(int pid) {
        Call call = nameOf(pid);
        NvmlCalls.Prepared prepared = this.calls.prepare(NvmlCalls.NO_DEVICE, call);
        return prepared.invoke() == NvmlReturn.SUCCESS.code()
                ? Optional.of(CString.read(prepared.answer(), call.layout().slot("")))
                : Optional.empty();
    }

    private static Call nameOf(int pid) {
        return Call.word("nvmlSystemGetProcessName", 256, pid);
    }

    private long handle(int index, Consumer<String> beforeCall) {
        Call call = handleOf(index);
        beforeCall.accept(call.symbol());
        NvmlCalls.Prepared prepared = this.calls.prepare(NvmlCalls.NO_DEVICE, call);
        check(call, prepared.invoke());
        return prepared.answer().getLong(0);
    }

    /** Returns the getter of a handle, which is a pointer. */
    private static Call handleOf(int index) {
        return Call.u64("nvmlDeviceGetHandleByIndex_v2", index);
    }

    private GpuIdentity identify(long handle, Consumer<String> beforeCall) {
        return new GpuIdentity(
                word(handle, Metric.UUID, beforeCall),
                word(handle, Metric.NAME, beforeCall),
                word(handle, Metric.PCI_BUS_ID, beforeCall));
    }

    private String word(long handle, Metric metric, Consumer<String> beforeCall) {
        Probe.Member member = (Probe.Member) metric.spec().probes().get(0);
        beforeCall.accept(member.call().symbol());
        NvmlCalls.Prepared prepared = this.calls.prepare(handle, member.call());
        check(member.call(), prepared.invoke());
        return CString.read(prepared.answer(), member.slot());
    }

    private static void check(Call call, int code) {
        NvmlReturn returned = NvmlReturn.of(code);
        if (returned != NvmlReturn.SUCCESS) {
            throw returned.refusal(call.symbol());
        }
    }

    @Override
    public boolean isBack(GpuIdentity gpu) {
        return this.state.bus().has(gpu.pciBusId());
    }

    @Override
    public boolean isRemoved(GpuIdentity gpu) {
        return this.state.bus().isRemoved(gpu.pciBusId());
    }

    @Override
    public Optional<Renewal> renewal() {
        return this.bus.renewal();
    }

    @Override
    public Topology topology() {
        return this.topology.read(this.source.simulated());
    }

    /** Opens the events. Each GPU is registered once it has been attached; the wait is not a call about one GPU. */
    @Override
    public Optional<DriverEvents> events() {
        return NvmlEvents.open(this.calls, this.gpus, EventClock.system());
    }

    @Override
    public @Nullable String callInProgress(int index) {
        return this.gpus.callInProgress(index);
    }

    @Override
    public long startedCalls(int index) {
        return this.gpus.startedCalls(index);
    }

    @Override
    public void close() {
        this.gpmSamples.values().forEach(GpmSamples::free);
        this.calls.prepare(NvmlCalls.NO_DEVICE, SHUTDOWN).invoke();
    }

    /** A GPU with its handle. */
    private final class AttachedGpu implements Gpu {

        private final GpuIdentity identity;
        private final DeviceReader reader;
        private final UnaryOperator<GpuReadResult> processes;
        private final int index;

        AttachedGpu(GpuIdentity identity, DeviceReader reader, UnaryOperator<GpuReadResult> processes, int index) {
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
        public GpuReadResult read(Set<Cadence> due) {
            NvmlSession.this.gpus.enter(this.index);
            try {
                NvmlSession.this.bus.refuseSleeping(this.index);
                GpuReadResult read = this.processes.apply(this.reader.read(due));
                NvmlSession.this.bus.observe(this.index, read);
                return NvmlSession.this.bus.explain(read, this.index);
            } catch (GpuRefusedException asleep) {
                return asleep.result();
            } finally {
                NvmlSession.this.gpus.leave(this.index);
            }
        }

        @Override
        public @Nullable SlowCall slowestCall() {
            return this.reader.slowestCall();
        }

        @Override
        public List<Reading> bySource(Metric row) {
            NvmlSession.this.gpus.enter(this.index);
            try {
                return this.reader.bySource(row);
            } finally {
                NvmlSession.this.gpus.leave(this.index);
            }
        }
    }
}
