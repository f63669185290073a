package io.gpulse;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import io.gpulse.device.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Classes that compute a span between two times of the wall clock. It may be set at any time, so that such a span can
 * have any length: spans are measured with the monotonic clock, those between rounds by {@link Snapshot#since}.
 */
final class WallClockSpans {

    /** The permitted classes, which compute with dates, and the reason why no monotonic clock can replace them. */
    static final Map<String, String> OF_DATES = Map.ofEntries(
            Map.entry("demo.BoardState", "simulated figures depend on the date"),
            Map.entry("demo.DemoOwners", "simulated figures depend on the date"),
            Map.entry("device.ProcessGroups", "starts of processes"),
            Map.entry("device.ProcessSample", "starts of processes"),
            Map.entry("event.detection.GapWatch", "the monotonic clock stops while the machine sleeps"),
            Map.entry("event.detection.WatchedProcess", "starts of processes"),
            Map.entry("event.incident.RecentIncidents", "dates of events, some of which the driver reports"),
            Map.entry("event.text.EventTextBuilder", "dates of stored events"),
            Map.entry("fleet.Engine", "dates of the samples of an engine"),
            Map.entry("fleet.MachineReader", "the idle time that other machines read"),
            Map.entry("history.HistoryReader", "dates of stored rows"),
            Map.entry("history.TimeRange", "dates of a request"),
            Map.entry("workload.JobText", "dates of a job"),
            Map.entry("insight.rule.GpuRuleContext", "dates of stored events"),
            Map.entry("insight.rule.WorkGroups", "starts of processes"),
            Map.entry("insight.window.GpuWindow", "idle time of an earlier run"),
            Map.entry("nvml.probe.DriverClock", "time stamps of the driver"),
            Map.entry("report.ReportQuery", "dates of a request"),
            Map.entry("sampling.GpuPoll", "time stamps of a document of nvidia-smi"),
            Map.entry("smi.FileFeed", "the time of a file of another program"),
            Map.entry("smi.PrintedTime", "a local time that nvidia-smi printed"),
            Map.entry("start.StartSampleReader", "rounds are requested by date"),
            Map.entry("stream.ReplayRing", "rounds are requested by date"),
            Map.entry("text.query.RecentSamples", "time stamps of a document of nvidia-smi"));

    private static final Map<Class<?>, Set<String>> READINGS = Map.of(
            Clock.class, Set.of("instant", "millis"),
            InstantSource.class, Set.of("instant", "millis"),
            Instant.class, Set.of("now"),
            System.class, Set.of("currentTimeMillis"),
            Snapshot.class, Set.of("takenAt"));

    private static final Map<Class<?>, Set<String>> SPANS =
            Map.of(Duration.class, Set.of("between"), ChronoUnit.class, Set.of("between"));

    private static final Map<Class<?>, Set<String>> COMPARISONS =
            Map.of(Instant.class, Set.of("isBefore", "isAfter", "compareTo", "until"));

    private WallClockSpans() {}

    /** Returns the names of such classes, without the house and without nested classes. */
    static Set<String> in(JavaClasses classes) {
        return classes.stream()
                .filter((type) -> uses(type, SPANS) || (uses(type, READINGS) && uses(type, COMPARISONS)))
                .map((type) ->
                        type.getName().replaceFirst("^io\\.gpulse\\.", "").replaceFirst("\\$.*", ""))
                .collect(Collectors.toSet());
    }

    private static boolean uses(JavaClass type, Map<Class<?>, Set<String>> methods) {
        return type.getAccessesFromSelf().stream()
                .map(JavaAccess::getTarget)
                .anyMatch((target) -> methods.entrySet().stream()
                        .anyMatch((one) -> target.getOwner().isEquivalentTo(one.getKey())
                                && one.getValue().contains(target.getName())));
    }
}
