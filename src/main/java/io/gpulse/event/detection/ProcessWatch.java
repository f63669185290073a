package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventLog;
import io.gpulse.event.detection.WatchedProcess.Start;
import io.gpulse.history.accounting.TimedSnapshot;
import io.gpulse.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Processes that come to GPUs and leave them: one row a process, on however many GPUs. A GPU that does not answer, or
 * may not say who uses it, neither loses nor gains one.
 */
final class ProcessWatch implements RoundWatch {

    /** A driver may leave out a process now and then. */
    private static final Duration GONE_AFTER = Duration.ofSeconds(10);

    /** Who a process is, is looked up beside the rounds. */
    private static final int ROUNDS_FOR_NAME = 4;

    private final EventLog log;
    private final ProcessEventThrottle flood;
    private final Map<Integer, WatchedProcess> processes = new LinkedHashMap<>();
    private final Map<String, Instant> listedAt = new HashMap<>();
    private Set<String> listedBefore = Set.of();

    ProcessWatch(EventLog log) {
        this.log = log;
        this.flood = new ProcessEventThrottle(log);
    }

    @Override
    public void add(TimedSnapshot round) {
        Instant now = round.snapshot().takenAt();
        Set<String> listed = new HashSet<>();
        Set<Integer> seen = new HashSet<>();
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> {
            if (sample.readings().number(Metric.PROCESSES_RUNNING).isPresent()) {
                listed.add(gpu.uuid());
                see(gpu, sample, round, seen);
            }
        });
        seen.forEach((pid) -> tellStart(pid, round));
        seen.forEach((pid) -> reportLeftGpus(pid, listed, round));
        endThoseGone(seen, listed, round);
        listed.forEach((uuid) -> this.listedAt.put(uuid, now));
        this.listedBefore = listed;
        this.flood.endOfRound(round);
    }

    private void see(EventGpu gpu, GpuSample sample, TimedSnapshot round, Set<Integer> seen) {
        for (ProcessSample process : sample.known().processes()) {
            WatchedProcess known = this.processes.get(process.pid());
            if (known != null && !known.isSame(process)) {
                end(known, round);
                known = null;
            }
            if (known == null) {
                known = new WatchedProcess(process.pid(), round.snapshot().takenAt(), start(gpu, process));
                this.processes.put(process.pid(), known);
            }
            known.see(process, gpu);
            if (seen.add(process.pid())) {
                known.countRound();
            }
        }
    }

    /** When the GPU was not listed just before, a process is new only if it was started since it was listed last. */
    private Start start(EventGpu gpu, ProcessSample process) {
        if (this.listedBefore.contains(gpu.uuid())) {
            return Start.PENDING;
        }
        Instant listed = this.listedAt.get(gpu.uuid());
        Instant started = process.startedAt();
        return listed != null && started != null && started.isAfter(listed) ? Start.PENDING : Start.NOT_SEEN;
    }

    private void tellStart(int pid, TimedSnapshot round) {
        WatchedProcess process = this.processes.get(pid);
        if (process != null
                && process.start() == Start.PENDING
                && (process.isNamed() || process.rounds() >= ROUNDS_FOR_NAME)) {
            tellStart(process, round);
        }
    }

    private void tellStart(WatchedProcess process, TimedSnapshot round) {
        if (this.flood.takesStart(round)) {
            process.setStart(Start.SUMMARIZED);
        } else {
            process.startedIn(this.log.add(process.started()));
        }
    }

    /** A process that goes on at other GPUs. */
    private void reportLeftGpus(int pid, Set<String> listed, TimedSnapshot round) {
        WatchedProcess process = this.processes.get(pid);
        if (process == null) {
            return;
        }
        EventDraft left = process.leave(listed, round, GONE_AFTER);
        boolean isSummarized = process.start() == Start.PENDING || process.start() == Start.SUMMARIZED;
        if (left != null && !isSummarized && !this.flood.takesEnd(round)) {
            this.log.add(left);
        }
    }

    private void endThoseGone(Set<Integer> seen, Set<String> listed, TimedSnapshot round) {
        List<Integer> gone = this.processes.entrySet().stream()
                .filter((entry) -> !seen.contains(entry.getKey()))
                .filter((entry) -> isGone(entry.getValue(), listed, round))
                .map(Map.Entry::getKey)
                .toList();
        for (Integer pid : gone) {
            WatchedProcess process = this.processes.remove(pid);
            if (process != null) {
                end(process, round);
            }
        }
    }

    private static boolean isGone(WatchedProcess process, Set<String> listed, TimedSnapshot round) {
        if (listed.containsAll(process.uuids())) {
            process.miss(round.snapshot().takenAt(), round.nanos());
        } else {
            process.unmiss();
        }
        return process.isGone(round.nanos(), GONE_AFTER);
    }

    private void end(WatchedProcess process, TimedSnapshot round) {
        if (process.start() == Start.PENDING) {
            tellStart(process, round);
        }
        if (process.start() == Start.SUMMARIZED) {
            this.flood.takeEnd(round);
        } else if (process.start() == Start.TOLD || !this.flood.takesEnd(round)) {
            this.log.add(process.ended(round.snapshot().takenAt()));
        }
    }
}
