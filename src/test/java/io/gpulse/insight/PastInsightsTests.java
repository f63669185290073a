package io.gpulse.insight;

import static io.gpulse.history.past.DemoHistory.FIRST;
import static io.gpulse.history.past.DemoHistory.START;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.demo.DemoPast;
import io.gpulse.device.DriverEvent;
import io.gpulse.device.GpuIdentity;
import io.gpulse.history.past.DemoHistory;
import io.gpulse.history.past.PastWriter;
import io.gpulse.history.sqlite.EventStore.Criteria;
import io.gpulse.history.sqlite.EventStore.StoredEvent;
import io.gpulse.history.sqlite.HistoryStore;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Snapshots;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The events of the demo's day before its start, which is at 10:00:02. */
class PastInsightsTests {

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static HistoryStore written;

    @TempDir
    static Path folder;

    private final DemoPast past = DemoHistory.past(Duration.ofHours(24));

    @BeforeAll
    static void writeThePast() {
        written = new DemoHistory(folder).open();
        new PastWriter(DemoHistory.past(Duration.ofHours(24)), DefaultAlerts::ofPast).write(written, FIRST);
    }

    @AfterAll
    static void close() {
        written.close();
    }

    @Test
    void programsStartAndEndWhenTheScriptStartsAndEndsThem() {
        Set<String> before = null;
        List<String> expected = new ArrayList<>();
        Instant first = Instant.parse("2026-11-19T10:01:00Z");
        for (Instant at = first; at.isBefore(START); at = at.plus(MINUTE)) {
            Instant now = at;
            Set<String> on = new HashSet<>();
            for (int gpu = 0; gpu < this.past.gpus().size() && this.past.isRecorded(at); gpu++) {
                String name = " GPU " + gpu + " pid ";
                this.past.processes(gpu, at).forEach((process) -> on.add(name + process.pid()));
            }
            Set<String> known = before == null || !this.past.isRecorded(at) ? on : before;
            on.stream().filter((one) -> !known.contains(one)).forEach((one) -> expected.add(now + " started" + one));
            known.stream().filter((one) -> !on.contains(one)).forEach((one) -> expected.add(now + " ended" + one));
            before = this.past.isRecorded(at) ? on : before;
        }

        assertThat(expected).hasSizeGreaterThan(40);
        assertThat(events("process_started", "process_ended"))
                .extracting((event) ->
                        Instant.ofEpochMilli(event.at()) + event.kind().replace("process_", " ") + " GPU "
                                + event.index() + " pid " + event.facts().get("pid"))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void theFaultOfTheNightIsOfItsProgram() {
        List<DriverEvent> reports = this.past.reports(START.minus(Duration.ofHours(24)), START);

        assertThat(reports).extracting(DriverEvent::receivedAt).containsExactly(Instant.parse("2026-11-20T03:12:00Z"));
        assertThat(events("xid")).singleElement().satisfies((xid) -> {
            assertThat(xid.at()).isEqualTo(reports.get(0).receivedAt().toEpochMilli());
            assertThat(xid.xid()).isEqualTo(31);
            assertThat(xid.severity()).isEqualTo("warning");
            assertThat(xid.uuid()).isEqualTo(this.past.gpus().get(2).uuid());
            assertThat(xid.facts()).containsEntry("user", "mchen").containsEntry("pid", pid(2, "2026-11-20T03:13:00Z"));
        });
    }

    private String pid(int gpu, String at) {
        return String.valueOf(this.past.processes(gpu, Instant.parse(at)).get(0).pid());
    }

    @Test
    void thePowerLimitAndWhatItCostsAreEvents() {
        Instant lowered = Stream.iterate(START.minus(Duration.ofHours(4)), (at) -> at.plus(MINUTE))
                .filter((at) -> limit(at) < 700)
                .findFirst()
                .orElseThrow()
                .minus(MINUTE);

        assertThat(events("settings"))
                .singleElement()
                .satisfies((change) ->
                        assertThat(change.facts()).containsEntry("from", "700").containsEntry("to", "500"))
                .satisfies((change) ->
                        assertThat(Instant.ofEpochMilli(change.at())).isBetween(lowered, lowered.plus(MINUTE)));
        assertThat(events("clocks"))
                .hasSizeGreaterThan(3)
                .allMatch((slow) -> slow.index() == 7 && slow.at() > lowered.toEpochMilli() && !slow.unfinished())
                .allMatch((slow) -> slow.facts().get("rule").equals("power-capped"));
    }

    private double limit(Instant at) {
        return this.past.settings(7, at).number(Metric.POWER_LIMIT).orElseThrow();
    }

    @Test
    void theTimeInWhichGpulseDidNotRunIsAGap() {
        assertThat(events("gap")).singleElement().satisfies((gap) -> {
            assertThat(Instant.ofEpochMilli(gap.at())).isEqualTo("2026-11-20T04:11:59Z");
            assertThat(gap.until())
                    .isEqualTo(Instant.parse("2026-11-20T04:34:00Z").toEpochMilli());
            assertThat(gap.facts()).containsEntry("reason", "restart");
        });
        assertThat(events("gpulse_started"))
                .extracting((started) -> Instant.ofEpochMilli(started.at()))
                .containsExactly(Instant.parse("2026-11-20T04:34:00Z"), Instant.parse("2026-11-19T10:01:00Z"));
    }

    @Test
    void alertsBeginAndEndAndThoseOfTheStartGoOn() {
        List<StoredEvent> alerts = events("insight");

        assertThat(alerts)
                .filteredOn(StoredEvent::unfinished)
                .extracting((alert) -> alert.facts().get("rule") + " " + alert.index())
                .containsExactlyInAnyOrder("idle-allocated 4", "narrow-link 6");
        assertThat(alerts)
                .filteredOn((alert) -> alert.facts().get("rule").equals("idle-allocated"))
                .hasSizeBetween(3, 5)
                .allMatch((alert) ->
                        alert.index() == 4 && alert.facts().get("sentence").contains("jlopez"))
                .allMatch((alert) -> alert.unfinished() == (alert.until() == null));
        assertThat(alerts).hasSizeLessThan(10);
    }

    @Test
    void aSecondStartWritesNoneAgainAndContinuesThoseThatGoOn(@TempDir Path other) {
        PastWriter writer = new PastWriter(DemoHistory.past(Duration.ofHours(2)), DefaultAlerts::ofPast);
        try (HistoryStore store = new DemoHistory(other).open()) {
            writer.write(store, FIRST);
            List<StoredEvent> before = events(store);

            writer.write(store, FIRST);
            assertThat(events(store)).isEqualTo(before);

            writer.write(store, Snapshots.of(1201, DemoHistory.DEMO, List.of()));
            assertThat(events(store)).hasSize(before.size());
            assertThat(events(store).stream().filter(StoredEvent::unfinished))
                    .extracting(StoredEvent::id)
                    .containsExactlyElementsOf(before.stream()
                            .filter(StoredEvent::unfinished)
                            .map(StoredEvent::id)
                            .toList());
        }
    }

    @Test
    void numbersGrowWithTime() {
        List<StoredEvent> all = events();

        assertThat(all).extracting(StoredEvent::sequence).doesNotHaveDuplicates();
        assertThat(written.events().highest().id()).isEqualTo(all.get(0).id());
        assertThat(written.events().highest().sequence()).isLessThan(START.toEpochMilli());
        assertThat(all).allMatch((event) -> event.gpus().stream().allMatch(this::isKnown));
    }

    private boolean isKnown(String uuid) {
        return this.past.gpus().stream().map(GpuIdentity::uuid).anyMatch(uuid::equals);
    }

    /** Returns the events of the day, the newest first. */
    private static List<StoredEvent> events(String... kinds) {
        return events(written, kinds);
    }

    private static List<StoredEvent> events(HistoryStore store, String... kinds) {
        Criteria all = new Criteria(0, Long.MAX_VALUE, Long.MAX_VALUE, Set.of(kinds), Set.of(), Set.of());
        return store.events().newest(all, 1000);
    }
}
