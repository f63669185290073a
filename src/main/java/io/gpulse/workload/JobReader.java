package io.gpulse.workload;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventReader;
import io.gpulse.event.LoggedEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.text.EventText;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.TimeRange;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.sqlite.AccountingStore.UsageSpan;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.history.summary.JobNames;
import io.gpulse.view.PublishedSnapshots;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads jobs from stored processes, minutes and events, and from the latest snapshot. Blocks. */
final class JobReader implements JobNames {

    private static final int MOST_EVENTS = 1000;

    private static final Set<EventKind> KINDS = EnumSet.complementOf(
            EnumSet.of(EventKind.PROCESS_STARTED, EventKind.PROCESS_ENDED, EventKind.GPULSE_STARTED, EventKind.GAP));

    private final EventReader events;
    private final InstantSource clock;
    private final PublishedSnapshots published;

    JobReader(EventReader events, InstantSource clock, PublishedSnapshots published) {
        this.events = events;
        this.clock = clock;
        this.published = published;
    }

    /** The jobs of a time span, the newest first, and how many older ones were left out. */
    record Found(List<JobReport> jobs, int omitted) {}

    /** Returns the jobs that were on a GPU since a time, in epoch ms. */
    Found since(HistoryStore store, long since, JobQuery query) {
        long from = Math.min(since, store.ledger().begin(since).orElse(since));
        Past past = past(store, from, Long.MAX_VALUE);
        List<GpuJob> matching = past.jobs.stream()
                .filter((job) -> job.seenAt() >= since && query.matches(job))
                .filter((job) -> query.state() == null || query.state() == state(job, live(job)))
                .toList();
        int omitted = Math.max(0, matching.size() - JobsResponse.MOST);
        return new Found(reports(store, past, matching.subList(omitted, matching.size())), omitted);
    }

    /** Returns a job; empty when there is none with such an id. */
    Optional<JobReport> find(HistoryStore store, String id) {
        TimeRange life = store.ledger().life(id);
        // The names of some workloads have characters that their ids lack.
        long from = life == null ? 0 : life.fromMillis() - Stretch.SAME_TIME;
        long to = life == null ? Long.MAX_VALUE : life.toMillis() + Stretch.SAME_TIME;
        while (true) {
            Past past = past(store, from, to);
            GpuJob job = past.jobs.stream()
                    .filter((one) -> one.isCalled(id))
                    .max(Comparator.comparingLong(GpuJob::seenAt))
                    .orElse(null);
            if (job == null || (job.time().at() >= from && job.seenAt() <= to)) {
                return Optional.ofNullable(job)
                        .map((one) -> reports(store, past, List.of(one)).get(0));
            }
            // Other processes of the job, and with them other jobs, were there before or after.
            from = Math.min(from, job.time().at() - Stretch.SAME_TIME);
            to = Math.max(to, job.seenAt() + Stretch.SAME_TIME);
        }
    }

    /** The jobs and the events of a time span, and the GPUs that are known. */
    private record Past(Map<String, KnownGpu> gpus, List<GpuJob> jobs, List<LoggedEvent> events) {}

    private Past past(HistoryStore store, long from, long to) {
        Map<String, KnownGpu> gpus = new LinkedHashMap<>();
        store.gpus().forEach((gpu) -> gpus.put(gpu.uuid(), gpu));
        List<ProcessAccount> processes = processes(store, new UsageSpan(from, to, gpus.keySet()));
        List<LoggedEvent> logged = events(store, from, to);
        return new Past(gpus, jobs(processes, logged, store), logged);
    }

    private List<JobReport> reports(HistoryStore store, Past past, List<GpuJob> wanted) {
        JobLedger ledger = new JobLedger(store, past.jobs, wanted);
        List<JobReport> reports = new ArrayList<>();
        for (int i = wanted.size() - 1; i >= 0; i--) {
            reports.add(report(wanted.get(i), past, ledger));
        }
        return reports;
    }

    @Override
    public Map<ProcessKey, String> of(HistoryStore store, Collection<ProcessAccount> processes) {
        long from =
                processes.stream().mapToLong((one) -> one.key().beganAt()).min().orElse(0);
        Map<ProcessKey, String> names = new HashMap<>();
        jobs(processes, events(store, from, Long.MAX_VALUE), store)
                .forEach((job) -> job.processes().forEach((one) -> names.put(one.key(), job.id())));
        return names;
    }

    private List<GpuJob> jobs(Collection<ProcessAccount> processes, List<LoggedEvent> events, HistoryStore store) {
        return Jobs.of(processes, knownUntil(store), (uuid, from, to) -> hasFault(events, uuid, from, to));
    }

    /** Returns the stored processes, and those of the latest snapshot that are not stored yet. */
    private List<ProcessAccount> processes(HistoryStore store, UsageSpan span) {
        List<ProcessAccount> all = new ArrayList<>(store.ledger().processes(span));
        Snapshot latest = this.published.snapshot();
        if (latest == null) {
            return all;
        }
        Set<List<Object>> open = all.stream()
                .filter((one) -> !one.ended())
                .map((one) -> List.<Object>of(one.key().uuid(), one.key().pid()))
                .collect(Collectors.toSet());
        for (GpuSample gpu : latest.gpus()) {
            String uuid = gpu.identity() == null ? null : gpu.identity().uuid();
            if (uuid != null && span.gpus().contains(uuid) && gpu.isRead()) {
                gpu.known().processes().stream()
                        .filter((one) -> !open.contains(List.<Object>of(uuid, one.pid())))
                        .forEach((one) -> all.add(
                                ProcessAccount.first(uuid, one, latest.takenAt().toEpochMilli())));
            }
        }
        return all;
    }

    private List<LoggedEvent> events(HistoryStore store, long from, long to) {
        Criteria criteria = new Criteria(
                from,
                to,
                Long.MAX_VALUE,
                KINDS.stream().map(EventKind::label).collect(Collectors.toUnmodifiableSet()),
                Set.of(Severity.WARNING.label(), Severity.CRITICAL.label()),
                Set.of());
        return this.events.read(criteria, null, MOST_EVENTS, store).stream()
                .filter((one) -> EventText.readable(one.event(), Map.of()).isPresent())
                .toList();
    }

    private static boolean hasFault(Collection<LoggedEvent> events, String uuid, long from, long to) {
        return events.stream()
                .filter((one) -> one.event().kind() == EventKind.XID && isAbout(one, Set.of(uuid)))
                .mapToLong((one) -> one.event().at().toEpochMilli())
                .anyMatch((at) -> at >= from && at <= to);
    }

    private static boolean isAbout(LoggedEvent event, Set<String> uuids) {
        return event.event().gpus().stream().anyMatch((gpu) -> uuids.contains(gpu.uuid()));
    }

    /** Returns the end of what is stored, in epoch ms. */
    private long knownUntil(HistoryStore store) {
        return store.accounting().accounts().stream()
                .mapToLong(GpuAccount::at)
                .max()
                .orElseGet(this.clock::millis);
    }

    private JobReport report(GpuJob job, Past past, JobLedger ledger) {
        LivePart live = live(job);
        List<JobGpu> each = job.uuids().stream()
                .map(past.gpus::get)
                .filter(Objects::nonNull)
                .map((gpu) -> ledger.of(job, gpu, live))
                .sorted(Comparator.comparingInt((one) -> one.gpu().index()))
                .toList();
        List<LoggedEvent> own =
                past.events.stream().filter((one) -> concerns(one, job)).toList();
        List<Integer> reserved = live.reservedFor(job.workload()).stream()
                .filter((index) -> each.stream().noneMatch((gpu) -> gpu.gpu().index() == index))
                .toList();
        return new JobReport(job, state(job, live), each, reserved, own, live.hostCpu(), live.hostMemory(), every());
    }

    /** Returns whether a job was on a GPU of an event meanwhile, and the event does not name a process of another. */
    private static boolean concerns(LoggedEvent one, GpuJob job) {
        String pid = one.event().facts().get(EventAttribute.PID);
        Instant until = one.event().until();
        long at = one.event().at().toEpochMilli();
        long end = one.open() ? Long.MAX_VALUE : until == null ? at : until.toEpochMilli();
        return (pid == null || job.pids().stream().anyMatch((own) -> pid.equals(own.toString())))
                && job.processes().stream()
                        .anyMatch((own) -> isAbout(one, Set.of(own.key().uuid()))
                                && at <= own.seenAt() + GpuJob.AT_ONCE
                                && end >= own.key().beganAt());
    }

    private LivePart live(GpuJob job) {
        return LivePart.of(job, this.published.snapshot());
    }

    private static JobReport.State state(GpuJob job, LivePart live) {
        if (job.time().until() != null) {
            return JobReport.State.ENDED;
        }
        return live.isSeen() ? JobReport.State.RUNNING : JobReport.State.UNKNOWN;
    }

    private double every() {
        return this.published.every().toMillis() / 1000.0;
    }
}
