package io.gpulse.event.detection;

import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventLog;
import io.gpulse.event.detection.WatchedProcess.Start;
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
 * Detects processes that begin or end to use GPUs: one row per process, for any number of GPUs. On a GPU that does not
 * answer or does not list its processes, none begins or ends.
 */
final class ProcessWatch implements RoundWatch {

    /** The driver sometimes omits a process from its list. */
    private static final Duration GONE_AFTER = Duration.ofSeconds(10);

    /** Names of processes are looked up concurrently with the rounds. */
    private static final int ROUNDS_FOR_NAME = 4;

    private final EventLog log;
    private final ProcessEventThrottle throttle;
    private final Map<Integer, WatchedProcess> processes = new LinkedHashMap<>();
    private final Map<String, Instant> listedAt = new HashMap<>();
    private Set<String> listedBefore = Set.of();

    ProcessWatch(EventLog log) {
        this.log = log;
        this.throttle = new ProcessEventThrottle(log);
    }

    @Override
    public void add(Snapshot round) {
        Instant now = round.takenAt();
        Set<String> listed = new HashSet<>();
        Set<Integer> seen = new HashSet<>();
        RoundWatch.forEachThatAnswers(round, (gpu, sample) -> {
            if (sample.readings().number(Metric.PROCESSES_RUNNING).isPresent()) {
                listed.add(gpu.uuid());
                update(gpu, sample, round, seen);
            }
        });
        seen.forEach((pid) -> recordStart(pid, round));
        seen.forEach((pid) -> reportLeftGpus(pid, listed, round));
        endThoseGone(seen, listed, round);
        listed.forEach((uuid) -> this.listedAt.put(uuid, now));
        this.listedBefore = listed;
        this.throttle.endOfRound(round);
    }

    private void update(EventGpu gpu, GpuSample sample, Snapshot round, Set<Integer> seen) {
        for (ProcessSample process : sample.known().processes()) {
            WatchedProcess known = this.processes.get(process.pid());
            if (known != null && !known.isSame(process)) {
                end(known, round);
                known = null;
            }
            if (known == null) {
                known = new WatchedProcess(process.pid(), round.takenAt(), start(gpu, process));
                this.processes.put(process.pid(), known);
            }
            known.update(process, gpu);
            if (seen.add(process.pid())) {
                known.countRound();
            }
        }
    }

    /** A process on a GPU that was not listed in the previous round is new if it started after the last listing. */
    private Start start(EventGpu gpu, ProcessSample process) {
        if (this.listedBefore.contains(gpu.uuid())) {
            return Start.PENDING;
        }
        Instant listed = this.listedAt.get(gpu.uuid());
        Instant started = process.startedAt();
        return listed != null && started != null && started.isAfter(listed) ? Start.PENDING : Start.NOT_SEEN;
    }

    private void recordStart(int pid, Snapshot round) {
        WatchedProcess process = this.processes.get(pid);
        if (process != null
                && process.start() == Start.PENDING
                && (process.isNamed() || process.rounds() >= ROUNDS_FOR_NAME)) {
            recordStart(process, round);
        }
    }

    private void recordStart(WatchedProcess process, Snapshot round) {
        if (this.throttle.summarizeStart(round)) {
            process.setStart(Start.SUMMARIZED);
        } else {
            process.startedIn(this.log.add(process.started()));
        }
    }

    /** Reports GPUs that a process left while it uses others. */
    private void reportLeftGpus(int pid, Set<String> listed, Snapshot round) {
        WatchedProcess process = this.processes.get(pid);
        if (process == null) {
            return;
        }
        EventDraft left = process.leave(listed, round, GONE_AFTER);
        boolean isSummarized = process.start() == Start.PENDING || process.start() == Start.SUMMARIZED;
        if (left != null && !isSummarized && !this.throttle.summarizeEnd(round)) {
            this.log.add(left);
        }
    }

    private void endThoseGone(Set<Integer> seen, Set<String> listed, Snapshot round) {
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

    private static boolean isGone(WatchedProcess process, Set<String> listed, Snapshot round) {
        if (listed.containsAll(process.uuids())) {
            process.miss(round.takenAt(), round.nanos());
        } else {
            process.unmiss();
        }
        return process.isGone(round.nanos(), GONE_AFTER);
    }

    private void end(WatchedProcess process, Snapshot round) {
        if (process.start() == Start.PENDING) {
            recordStart(process, round);
        }
        if (process.start() == Start.SUMMARIZED) {
            this.throttle.addEnd(round);
        } else if (process.start() == Start.RECORDED || !this.throttle.summarizeEnd(round)) {
            this.log.add(process.ended(round.takenAt()));
        }
    }
}
