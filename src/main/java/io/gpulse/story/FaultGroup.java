package io.gpulse.story;

import io.gpulse.event.AlertLifecycle;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.xid.Outage;
import io.gpulse.workload.Stretch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Events of one sentence: one incident of some GPUs, or short incidents of the same GPUs, with its consequences. */
final class FaultGroup {

    /** Outages in which a GPU can be used, or is not missed. */
    private static final Set<Outage> USABLE = EnumSet.of(Outage.SLOW, Outage.REMOVED);

    /** Equal events, in the order of their begin. */
    private final List<LoggedEvent> equal = new ArrayList<>();

    private final List<LoggedEvent> consequences = new ArrayList<>();

    FaultGroup(LoggedEvent first) {
        this.equal.add(first);
    }

    void add(LoggedEvent next) {
        this.equal.add(next);
    }

    void addConsequence(LoggedEvent consequence) {
        this.consequences.add(consequence);
    }

    /**
     * Returns whether an equal event that did not begin before the others belongs to this group: it began together with
     * them on other GPUs, or it is a repetition on the same GPUs. What is over and what goes on are two sentences.
     */
    boolean isJoinedBy(LoggedEvent next) {
        LoggedEvent first = this.equal.get(0);
        if (isTimed() && goesOn(next)) {
            return true;
        }
        if (!Stretch.isSameTime(at(first), at(next)) || next.open() != first.open()) {
            return false;
        }
        return isOnlyOf(uuids(next)) ? !next.open() : isMoment(next) || isTogether(next);
    }

    /** Returns whether each event is about the same GPUs. */
    private boolean isOnlyOf(Set<String> uuids) {
        return this.equal.stream().allMatch((one) -> uuids(one).equals(uuids));
    }

    private boolean isTogether(LoggedEvent next) {
        LoggedEvent last = this.equal.get(this.equal.size() - 1);
        return AlertLifecycle.isTogether(
                        next.event().at(),
                        this.equal.get(0).event().at(),
                        last.event().at())
                && !isRepeated()
                && this.equal.stream().allMatch((one) -> Collections.disjoint(uuids(one), uuids(next)));
    }

    /** Returns whether an event of some seconds is on the same GPUs, and began soon after those before had ended. */
    private boolean goesOn(LoggedEvent next) {
        return gpus().containsAll(next.event().gpus()) && Stretch.isSameTime(time().end(at(next)), at(next));
    }

    private boolean isMoment(LoggedEvent next) {
        return Stream.concat(this.equal.stream(), Stream.of(next))
                .noneMatch((one) -> Past.time(one).lasts());
    }

    /** Returns whether its events have a number of seconds in their text. */
    boolean isTimed() {
        return isTimed(this.equal.get(0).event());
    }

    static boolean isTimed(GpuEvent event) {
        return event.facts().containsKey(EventAttribute.SECONDS);
    }

    /** Returns whether it happened several times, on the same GPUs. */
    boolean isRepeated() {
        return times() > 1;
    }

    /** Returns how often it happened on each GPU. */
    int times() {
        return isOnlyOf(uuids(this.equal.get(0))) ? this.equal.size() : 1;
    }

    /** Returns the first event with the seconds of all: of the GPU with most of them. */
    GpuEvent event() {
        GpuEvent first = this.equal.get(0).event();
        if (this.equal.size() == 1 || !isTimed()) {
            return first;
        }
        Map<List<EventGpu>, Long> seconds = this.equal.stream()
                .map(LoggedEvent::event)
                .collect(Collectors.groupingBy(GpuEvent::gpus, Collectors.summingLong(FaultGroup::seconds)));
        return first.with(EventAttribute.SECONDS, Long.toString(Collections.max(seconds.values())));
    }

    private static long seconds(GpuEvent event) {
        return Long.parseLong(event.facts().getOrDefault(EventAttribute.SECONDS, "0"));
    }

    /** Returns its events without the consequences, in the order of their begin. */
    List<LoggedEvent> equal() {
        return this.equal;
    }

    List<LoggedEvent> all() {
        return Stream.concat(this.equal.stream(), this.consequences.stream())
                .sorted(Comparator.comparingLong(FaultGroup::at))
                .toList();
    }

    /** Returns the GPUs of the equal events: those of a consequence are not those of its cause. */
    List<EventGpu> gpus() {
        Map<String, EventGpu> gpus = new LinkedHashMap<>();
        this.equal.stream()
                .flatMap((one) -> one.event().gpus().stream())
                .forEach((gpu) -> gpus.putIfAbsent(gpu.uuid(), gpu));
        return gpus.values().stream()
                .sorted(Comparator.comparingInt(EventGpu::index))
                .toList();
    }

    Severity worst() {
        return all().stream().map((one) -> one.event().severity()).reduce(Severity.INFO, Severity::max);
    }

    /** Returns the time from its first begin to its last end, with the times between the events. */
    Stretch time() {
        Stretch begin = Stretch.moment(at(this.equal.get(0)));
        return all().stream().map(Past::time).filter(Stretch::lasts).reduce(begin, Stretch::and);
    }

    /** Returns how long it lasted on each GPU within a time, in ms; one number if it is about no GPU. */
    List<Long> lengths(long from, long to) {
        List<EventGpu> gpus = gpus();
        return gpus.isEmpty()
                ? List.of(length(all(), from, to))
                : gpus.stream()
                        .map((gpu) -> all().stream()
                                .filter((one) -> Past.isAbout(one, gpu.uuid()))
                                .toList())
                        .map((own) -> length(own, from, to))
                        .toList();
    }

    /** Adds up the times of events; that of several at once counts once. */
    private static long length(List<LoggedEvent> sorted, long from, long to) {
        long sum = 0;
        long end = from;
        for (LoggedEvent one : sorted) {
            sum += Past.time(one).within(end, to);
            end = Math.max(end, Past.time(one).end(to));
        }
        return sum;
    }

    /** Returns whether GPUs could not be used; one that answers late can, and a removed one is not missed. */
    boolean isUnusable() {
        return all().stream().map(LoggedEvent::event).anyMatch((event) -> switch (event.kind()) {
            case XID -> event.facts().containsKey(EventAttribute.STATE);
            case GPU_LOST, GPU_FAILED, GPU_STUCK -> !USABLE.contains(Outage.of(event));
            default -> false;
        });
    }

    static long at(LoggedEvent event) {
        return event.event().at().toEpochMilli();
    }

    private static Set<String> uuids(LoggedEvent event) {
        return event.event().gpus().stream().map(EventGpu::uuid).collect(Collectors.toSet());
    }
}
