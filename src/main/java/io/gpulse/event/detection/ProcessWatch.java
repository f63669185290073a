package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.detection.WatchedProcess.Start;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Detects processes that begin or end to use GPUs: one row per process, for any number of GPUs. On a GPU that does not
 * answer or does not list its processes, none begins or ends.
 */
final class ProcessWatch implements Consumer<Snapshot> {

    private final EventLog log;
    private final ProcessEventThrottle starts;
    private final ProcessEventThrottle ends;
    private final Map<Integer, WatchedProcess> processes = new LinkedHashMap<>();
    private final Map<String, Instant> listedAt = new HashMap<>();
    private Set<String> listedBefore = Set.of();

    ProcessWatch(EventLog log) {
        this.log = log;
        this.starts = new ProcessEventThrottle(log, EventKind.PROCESS_STARTED);
        this.ends = new ProcessEventThrottle(log, EventKind.PROCESS_ENDED);
    }

    @Override
    public void accept(Snapshot round) {
        Set<String> listed = new HashSet<>();
        GpuWatch.forEachThatAnswers(round, (gpu, sample) -> {
            if (sample.listsProcesses()) {
                listed.add(gpu.uuid());
                update(gpu, sample, round);
            }
        });
        List<WatchedProcess> seen =
                this.processes.values().stream().filter(WatchedProcess::isSeen).toList();
        seen.stream().filter(WatchedProcess::isStartDue).forEach((process) -> recordStart(process, round));
        seen.forEach((process) -> reportLeftGpus(process, listed, round));
        this.processes.values().removeIf((process) -> {
            boolean gone = process.isGone(listed, round);
            if (gone) {
                end(process, round);
            }
            return gone;
        });
        listed.forEach((uuid) -> this.listedAt.put(uuid, round.takenAt()));
        this.listedBefore = listed;
        this.starts.endRound(round);
        this.ends.endRound(round);
    }

    private void update(EventGpu gpu, GpuSample sample, Snapshot round) {
        for (ProcessSample process : sample.known().processes()) {
            WatchedProcess known = this.processes.get(process.pid());
            if (known != null && !known.isSame(process)) {
                end(known, round);
                known = null;
            }
            if (known == null) {
                Start start = this.listedBefore.contains(gpu.uuid()) ? Start.PENDING : Start.NOT_SEEN;
                known = new WatchedProcess(process.pid(), round, start, this.listedAt.get(gpu.uuid()));
                this.processes.put(process.pid(), known);
            }
            known.update(process, gpu, round);
        }
    }

    private void recordStart(WatchedProcess process, Snapshot round) {
        if (this.starts.allows(round)) {
            process.startedIn(this.log.add(process.started()));
        } else {
            process.summarizeStart();
        }
    }

    /** Reports GPUs that a process left while it uses others. */
    private void reportLeftGpus(WatchedProcess process, Set<String> listed, Snapshot round) {
        EventDraft left = process.leave(listed, round);
        boolean isReported = process.start() == Start.NOT_SEEN || process.start() == Start.RECORDED;
        if (left != null && isReported && this.ends.allows(round)) {
            this.log.add(left);
        }
    }

    private void end(WatchedProcess process, Snapshot round) {
        if (process.start() == Start.PENDING) {
            recordStart(process, round);
        }
        if (process.start() == Start.SUMMARIZED) {
            this.ends.count(round);
        } else if (process.start() == Start.RECORDED || this.ends.allows(round)) {
            this.log.add(process.ended(round));
        }
    }
}
