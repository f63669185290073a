package io.gpulse.recording;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Cadence;
import io.gpulse.nvml.session.NvmlSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Looks at GPUs, and has all native calls that this takes written down. */
final class SourceRecorder {

    private final CallRecorder recorder;
    private final NvmlSource nvml;
    private final Set<Integer> named = ConcurrentHashMap.newKeySet();

    SourceRecorder(CallRecorder recorder, NvmlSource nvml) {
        this.recorder = recorder;
        this.nvml = nvml.interceptedBy(recorder::over).clockedBy(recorder::readerNanos);
    }

    GpuSession open() throws SourceUnavailableException {
        return this.recorder.during(Phase.OPEN, Segment.NO_GPU, Set.of(), this.nvml::open);
    }

    Gpu attach(GpuSession session, int index) throws GpuRefusedException {
        return this.recorder.during(Phase.ATTACH, index, Set.of(), () -> session.attach(index));
    }

    GpuReadResult read(Gpu gpu, int index, Set<Cadence> due) {
        return this.recorder.during(Phase.LOOK, index, due, () -> gpu.read(due));
    }

    /** Reads the driver's names of processes that were not read before. */
    void name(GpuSession session, List<ProcessSample> processes) {
        Set<Integer> unnamed = new HashSet<>();
        processes.stream().map(ProcessSample::pid).filter(this.named::add).forEach(unnamed::add);
        if (!unnamed.isEmpty()) {
            this.recorder.during(
                    Phase.OWNERS, Segment.NO_GPU, Set.of(), () -> session.owners(unnamed, Owners.NAMED_BY_DRIVER));
        }
    }

    void close(GpuSession session) {
        this.recorder.during(Phase.CLOSE, Segment.NO_GPU, Set.of(), () -> {
            session.close();
            return true;
        });
    }
}
