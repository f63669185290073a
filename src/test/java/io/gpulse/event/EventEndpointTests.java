package io.gpulse.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.EventMonitor;
import io.gpulse.web.StreamEvents;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Events over HTTP, from the history and from memory. */
class EventEndpointTests {

    private static final Instant START = Instant.parse("2026-11-20T10:00:01.003Z");
    private static final String EVENTS = "/api/v1/events?from=2026-11-20T09:00:00Z&to=2026-11-20T11:00:00Z";
    private static final List<StreamEvents.Notice> NOTICES = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    private static Path folder;

    private static TestServer server;
    private static int rounds;

    @BeforeAll
    static void record() {
        server = TestServer.started(
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + folder,
                "gpulse.history.raw=366d",
                "gpulse.history.minute=366d");
        server.bean(EventRecorder.class).notices().subscribe(NOTICES::add);
        round(700);
        Wait.until(() -> kinds(EVENTS).contains("gpulse_started"));
        for (int xid : List.of(31, 13, 43)) {
            server.deliver(new DriverEvent.Xid(START.plusSeconds(xid), subject(0), xid));
        }
        server.deliver(new DriverEvent.Xid(START.plusSeconds(60), subject(1), 79));
        round(500);
        Wait.until(() -> kinds(EVENTS).contains("settings"));
    }

    private static EventSubject subject(int index) {
        return new EventSubject(index, Snapshots.identity(index).uuid());
    }

    private static void round(int limit) {
        Map<Metric, Reading> readings = Map.of(Metric.POWER_LIMIT, new Reading.Quantity(limit));
        Snapshot round =
                Snapshots.of(rounds++, Snapshots.NVML, List.of(Snapshots.gpu(0, readings), Snapshots.gpu(1, Map.of())));
        server.takes(round);
    }

    @AfterAll
    static void end() {
        server.close();
    }

    private static JsonNode json(String path) {
        HttpResponse<String> response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(response.body());
    }

    private static List<String> kinds(String path) {
        return json(path)
                .get("events")
                .valueStream()
                .map((event) -> event.get("kind").asString())
                .toList();
    }

    private static List<Integer> xids(String path) {
        return json(path)
                .get("events")
                .valueStream()
                .filter((event) -> !event.get("xid").isNull())
                .map((event) -> event.get("xid").asInt())
                .toList();
    }

    @Test
    void theNewestComeFirst() {
        assertThat(kinds(EVENTS)).containsExactly("settings", "xid", "xid", "xid", "xid", "gpulse_started");
        assertThat(xids(EVENTS)).containsExactly(79, 43, 13, 31);
    }

    @Test
    void anEventHasAllFields() {
        JsonNode event = json(EVENTS + "&kinds=xid&limit=1").at("/events/0");

        assertThat(String.join(" ", event.propertyNames()))
                .isEqualTo("id sequence at reportedAt until kind severity gpu gpus xid count"
                        + " title detail action blame facts translations");
        assertThat(event.get("title").asString()).isEqualTo("GPU 1 fell off the bus (Xid 79)");
        assertThat(event.get("at").asString()).isEqualTo("2026-11-20T10:01:01.003Z");
        assertThat(event.get("until").isNull()).isTrue();
        assertThat(event.get("severity").asString()).isEqualTo("critical");
        assertThat(event.at("/gpu/index").asInt()).isEqualTo(1);
        assertThat(event.at("/gpu/uuid").asString())
                .isEqualTo(Snapshots.identity(1).uuid());
        assertThat(event.get("gpus")).containsExactly(event.get("gpu"));
        assertThat(event.at("/blame/0").asString()).isEqualTo("bus");
        assertThat(event.at("/translations/zh/title").asString()).isEqualTo("GPU 1 已从总线掉线（Xid 79）");
        assertThat(event.at("/translations/zh/action").asString()).contains("重启机器");
    }

    @Test
    void pagesFollowEachOther() {
        JsonNode first = json(EVENTS + "&kinds=xid&limit=3");
        long next = first.get("next").asLong();
        JsonNode second = json(EVENTS + "&kinds=xid&limit=3&before=" + next);

        assertThat(first.get("events")).hasSize(3);
        assertThat(next).isEqualTo(first.at("/events/2/id").asLong());
        assertThat(second.get("events")).hasSize(1);
        assertThat(second.at("/events/0/xid").asInt()).isEqualTo(31);
        assertThat(second.get("next").isNull()).isTrue();
    }

    @Test
    void changesSinceASequenceComeInTheirOrder() {
        long sequence = json(EVENTS).at("/events/4/sequence").asLong();

        JsonNode page = json("/api/v1/events?limit=2&since=" + sequence);
        assertThat(page.at("/events/0/xid").asInt()).isEqualTo(13);
        assertThat(page.at("/events/1/xid").asInt()).isEqualTo(43);
        assertThat(page.get("next").asLong())
                .isEqualTo(page.at("/events/1/sequence").asLong());
        JsonNode rest = json("/api/v1/events?since=" + page.get("next").asLong());
        assertThat(rest.get("events")).hasSize(2);
        assertThat(rest.get("next").isNull()).isTrue();
        long last = rest.get("sequence").asLong();
        assertThat(json("/api/v1/events?since=" + last).get("events")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            severity=critical             | 1
            severity=warning              | 4
            severity=info                 | 6
            kinds=settings,gpulse_started | 2
            gpus=1                        | 1
            gpus=0&kinds=xid              | 3
            gpus=GPU-0&severity=critical  | 0
            """)
    void eventsAreFiltered(String filter, int events) {
        assertThat(json(EVENTS + "&" + filter).get("events")).hasSize(events);
    }

    @Test
    void anHourOfAnotherDayHasNone() {
        assertThat(json("/api/v1/events?from=2026-11-19T09:00:00Z&to=2026-11-19T11:00:00Z")
                        .get("events"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kinds=xit                 | 400 | xid, operational
            kinds=,                   | 400 | in kinds=: must be
            severity=bad              | 400 | info, warning or critical
            limit=0                   | 400 | from 1 to 1000
            limit=1001                | 400 | from 1 to 1000
            since=-1                  | 400 | a whole number
            since=1&range=1h          | 400 | since= cannot be combined
            since=1&before=7          | 400 | since= cannot be combined
            before=x                  | 400 | a whole number
            range=0s                  | 400 | range
            range=3650d               | 400 | range
            to=2026-11-20T11:00:00Z   | 400 | to= needs from=
            gpus=9                    | 404 | There is no GPU
            colour=red                | 400 | colour
            """)
    void anInvalidQueryIsRefusedWithTheReason(String query, int status, String reason) {
        HttpResponse<String> response = Http.get(server, "/api/v1/events?" + query);

        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.body()).contains(reason);
    }

    @Test
    void eachEventIsPublishedOnTheStream() {
        assertThat(NOTICES).hasSizeGreaterThanOrEqualTo(5).allSatisfy((notice) -> {
            assertThat(notice.name()).isEqualTo("gpu-event");
            assertThat(notice.json()).doesNotContain("\n");
        });
        StreamEvents.Notice lost = NOTICES.stream()
                .filter((notice) -> notice.json().contains("fell off"))
                .findFirst()
                .orElseThrow();
        assertThat(lost.gpus()).containsExactly(Snapshots.identity(1).uuid());
        assertThat(JsonMapper.shared().readTree(lost.json()))
                .isEqualTo(json(EVENTS + "&kinds=xid&limit=1").at("/events/0"));
    }

    @Test
    void eventsAreCounted() {
        EventMonitor counts = server.bean(EventMonitor.class);

        assertThat(counts.countsByKind()).containsEntry("xid", 4L).containsEntry("gpu_lost", 0L);
        assertThat(counts.xidErrors())
                .hasSize(4)
                .containsEntry(
                        new EventMonitor.XidSeries(1, Snapshots.identity(1).uuid(), 79), 1L);
    }

    @Test
    void withoutAHistoryEventsAreInMemory() {
        try (TestServer without = TestServer.started("gpulse.history.enabled=false")) {
            without.takes(Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0, Map.of()))));
            Wait.until(() -> Http.get(without, EVENTS).body().contains("gpulse_started"));
            without.deliver(new DriverEvent.Xid(START, subject(0), 31));
            Wait.until(() -> Http.get(without, EVENTS).body().contains("MMU page fault"));

            assertThat(Http.get(without, EVENTS + "&gpus=0&severity=warning").body())
                    .contains("MMU page fault");
        }
    }
}
