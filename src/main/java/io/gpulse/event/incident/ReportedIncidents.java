package io.gpulse.event.incident;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The latest reports of the driver by GPU, the latest first. */
final class ReportedIncidents {

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int MOST = 64;

    private final Map<String, Deque<ReportedIncident>> byGpu = new HashMap<>();

    void add(String uuid, ReportedIncident report) {
        Deque<ReportedIncident> reports = this.byGpu.computeIfAbsent(uuid, (gpu) -> new ArrayDeque<>());
        reports.addFirst(report);
        if (reports.size() > MOST) {
            reports.removeLast();
        }
    }

    Optional<ReportedIncident> latest(String uuid, Predicate<ReportedIncident> wanted) {
        return this.byGpu.getOrDefault(uuid, new ArrayDeque<>()).stream()
                .filter(wanted)
                .findFirst();
    }

    void removeBefore(Instant now) {
        this.byGpu
                .values()
                .forEach((reports) ->
                        reports.removeIf((report) -> !RecentIncidents.isWithin(report.last(), now, REMEMBERED)));
    }
}
