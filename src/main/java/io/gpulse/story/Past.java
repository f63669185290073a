package io.gpulse.story;

import io.gpulse.event.EventGpu;
import io.gpulse.event.LoggedEvent;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.sqlite.MarkStore.Mark;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What is stored about a time span.
 *
 * @param gpus the requested GPUs, by UUID
 * @param allGpus whether these are all with stored samples
 * @param states of each GPU, by UUID
 * @param knownUntil end of the part of the time span that is stored, in epoch ms
 * @param events without those of processes, by id
 * @param ofProcesses events of processes
 */
record Past(
        TimeRange span,
        Map<String, KnownGpu> gpus,
        boolean allGpus,
        Map<String, GpuPast> states,
        long knownUntil,
        List<LoggedEvent> events,
        List<LoggedEvent> ofProcesses,
        List<ProcessAccount> processes,
        List<Mark> marks) {

    long from() {
        return this.span.fromMillis();
    }

    /** Returns whether a time is in the time span. */
    boolean includes(long at) {
        return at >= from() && at < this.span.toMillis();
    }

    /** Returns GPUs by their last index. */
    List<EventGpu> named(Collection<String> uuids) {
        return uuids.stream()
                .map(this.gpus::get)
                .filter(Objects::nonNull)
                .map((gpu) -> new EventGpu(gpu.index(), gpu.uuid()))
                .sorted(Comparator.comparingInt(EventGpu::index))
                .toList();
    }

    GpuPast states(String uuid) {
        return this.states.getOrDefault(uuid, GpuPast.UNKNOWN);
    }
}
