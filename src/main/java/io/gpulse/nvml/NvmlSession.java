package io.gpulse.nvml;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Look;
import io.gpulse.device.Source;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Call;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** From {@code nvmlInit_v2} to {@code nvmlShutdown}. */
final class NvmlSession implements GpuSession {

    static final Call SHUTDOWN = Call.bare("nvmlShutdown");
    static final Call HANDLE_OF_FIRST = handleOf(0);

    private final NvmlCalls calls;
    private final Source source;
    private final PciBus bus;
    private final AtomicReferenceArray<@Nullable String> inProgress;

    NvmlSession(NvmlCalls calls, Source source, int gpuCount, PciBus bus) {
        this.calls = calls;
        this.source = source;
        this.bus = bus;
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
            return new AttachedGpu(identity, new DeviceReader(this.calls, handle, entering), index);
        } catch (WholeGpuException verdict) {
            throw verdict.refusal();
        } finally {
            this.inProgress.set(index, null);
        }
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
        return Question.text(prepared.answer(), member.slot());
    }

    private static void check(Call call, int code) {
        NvmlReturn said = NvmlReturn.of(code);
        if (said != NvmlReturn.SUCCESS) {
            throw new WholeGpuException(call.symbol(), said);
        }
    }

    @Override
    public boolean isBack(GpuIdentity gpu) {
        return this.bus.has(gpu.pciBusId());
    }

    @Override
    public @Nullable String callInProgress(int index) {
        return index < this.inProgress.length() ? this.inProgress.get(index) : null;
    }

    @Override
    public void close() {
        this.calls.prepare(NvmlCalls.NO_DEVICE, SHUTDOWN).invoke();
    }

    /** A GPU with its handle. */
    private final class AttachedGpu implements Gpu {

        private final GpuIdentity identity;
        private final DeviceReader reader;
        private final int index;

        AttachedGpu(GpuIdentity identity, DeviceReader reader, int index) {
            this.identity = identity;
            this.reader = reader;
            this.index = index;
        }

        @Override
        public GpuIdentity identity() {
            return this.identity;
        }

        @Override
        public Look look(Set<Cadence> due) {
            try {
                return this.reader.look(due);
            } finally {
                NvmlSession.this.inProgress.set(this.index, null);
            }
        }
    }
}
