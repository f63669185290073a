package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.GpuSample;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawConnection;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.Wait;
import io.gpulse.view.LatestSnapshot;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ProblemException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import tools.jackson.databind.JsonNode;

/** Requests that wait for GPUs, over a real port. */
class WaitEndpointTests extends WaitingClients {

    @Test
    void aWaitEndsWhenTheGpusAreFree() {
        var waiting = waiting("GET", FREE + "count=3&wait=30m", ALL);
        takes(0, 1, 2);

        JsonNode free = json(ended(waiting));
        assertThat(indexes(free.path("chosen"))).containsExactly(0, 1, 2);
        assertThat(free.path("note").asString()).startsWith("Nothing is held for this request");
        Wait.until(() -> this.server.bean(Waits.class).waiting() == 0);
    }

    @Test
    void aWaitThatIsOverIsAnsweredAsWithoutIt() {
        assertThat(json(send("GET", FREE + "count=3&wait=1ms")).path("chosen")).hasSize(2);
        assertThat(send("GET", FREE + "count=3&wait=1ms&format=env").statusCode())
                .isEqualTo(409);
        assertThat(send("POST", HOLDS + "count=3&wait=1ms").statusCode()).isEqualTo(409);
        assertThat(names(Http.get(this.server, FREE + "count=3&wait=1ms", EVENTS)))
                .last()
                .isEqualTo("event:expired");
    }

    @Test
    void eventsReportWhatIsMissingAndThenTheHold() {
        takes();
        var waiting = waiting("POST", HOLDS + "count=2&wait=30m&holder=anna", EVENTS);
        takes(1);
        takes(1);
        takes(1, 2);

        HttpResponse<String> events = ended(waiting);
        assertThat(events.statusCode()).isEqualTo(200);
        assertThat(events.headers().firstValue("Content-Type")).contains(EVENTS);
        assertThat(names(events))
                .containsSubsequence("event:waiting", "event:hold")
                .last()
                .isEqualTo("event:hold");
        assertThat(names(events)).hasSizeLessThanOrEqualTo(3);
        String last = events.body().strip().lines().reduce((one, next) -> next).orElseThrow();
        assertThat(indexes(JSON.readTree(last.substring("data:".length())).path("gpus")))
                .containsExactly(1, 2);
        assertThat(json(send("GET", FREE + "count=3")).at("/gpus/1/hold/holder").asString())
                .isEqualTo("anna");
    }

    @Test
    void equalRequestsAreAnsweredInTheOrderOfTheirArrival() {
        takes();
        List<CompletableFuture<HttpResponse<String>>> holds = Stream.generate(
                        () -> waiting("POST", HOLDS + "wait=30m", ALL))
                .limit(3)
                .toList();
        takes(1);
        String first = json(ended(holds.get(0))).path("id").asString();
        takes(1);

        assertThat(holds.get(1)).isNotDone();
        send("DELETE", "/api/v1/holds/" + first);
        // A request without a wait is not answered before those that wait, also before the next round.
        assertThat(send("POST", HOLDS + "holder=late").statusCode()).isEqualTo(409);
        assertThat(indexes(json(ended(holds.get(1))).path("gpus"))).containsExactly(1);
        assertThat(holds.get(2)).isNotDone();
        takes(0, 1);
        assertThat(indexes(json(ended(holds.get(2))).path("gpus"))).containsExactly(0);
    }

    @Test
    void twoRequestsThatWaitAreNotOfferedOneGpu() {
        takes();
        var first = waiting("GET", FREE + "wait=30m", ALL);
        var second = waiting("GET", FREE + "wait=30m", ALL);
        takes(1);
        takes(1);

        assertThat(indexes(json(ended(first)).path("chosen"))).containsExactly(1);
        assertThat(second).isNotDone();
        assertThat(indexes(json(send("GET", FREE)).path("chosen"))).containsExactly(1);
        takes(1, 2);
        assertThat(indexes(json(ended(second)).path("chosen"))).containsExactly(2);
    }

    @Test
    void aClientThatDisconnectsWaitsNoLonger() {
        var events = waiting("POST", HOLDS + "count=3&wait=30m", EVENTS);
        var json = waiting("POST", HOLDS + "count=3&wait=30m", ALL);

        events.cancel(true);
        json.cancel(true);
        Wait.until(() -> this.server.bean(Waits.class).waiting() == 0);
        takes(0, 1, 2);
        assertThat(indexes(json(send("GET", FREE + "count=3")).path("chosen"))).hasSize(3);
    }

    @Test
    void aRequestThatWaitsIsAnsweredWhenGpulseStops() {
        var waiting = waiting("GET", FREE + "count=3&wait=30m", ALL);
        var events = waiting("GET", FREE + "count=3&wait=30m", EVENTS);
        this.server.close();

        assertThat(ended(waiting).statusCode()).isEqualTo(503);
        assertThat(names(ended(events))).containsOnly("event:waiting");
    }

    @Test
    void theNumberOfRequestsThatWaitIsLimited() {
        List<CompletableFuture<HttpResponse<String>>> all = Stream.generate(
                        () -> waiting("GET", FREE + "count=3&wait=30m", ALL))
                .limit(Waits.MOST_OF_ADDRESS)
                .toList();

        HttpResponse<String> refused = send("GET", FREE + "count=3&wait=30m");
        assertThat(refused.statusCode()).isEqualTo(429);
        assertThat(json(refused).path("detail").asString()).contains("limit of 64 requests that wait");
        assertThat(send("POST", HOLDS + "count=2").statusCode()).isEqualTo(201);
        takes(0, 1, 2);
        assertThat(all.get(0)).isNotDone();
    }

    @Test
    void anOfferConcernsOnlyOtherRequestsWithoutAHold() {
        assertThat(Http.request(this.server, "HEAD", FREE + "wait=1s", ALL).statusCode())
                .isEqualTo(200);
        assertThat(indexes(json(send("GET", FREE + "wait=30m")).path("chosen"))).containsExactly(0);
        assertThat(indexes(json(send("GET", FREE + "wait=30m")).path("chosen"))).containsExactly(1);
        assertThat(indexes(json(send("POST", HOLDS + "count=2&wait=30m")).path("gpus")))
                .containsExactly(0, 1);
    }

    @Test
    void aShellMayRequestPlainText() {
        assertThat(Http.request(this.server, "GET", FREE + "wait=1s&format=env", "text/plain")
                        .statusCode())
                .isEqualTo(200);
        assertThat(Http.request(this.server, "POST", HOLDS + "format=env", "text/plain")
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void eventsReportWhoHoldsTheGpuNow() {
        String anna =
                json(send("POST", HOLDS + "count=2&holder=anna")).path("id").asString();
        try (RawConnection events = RawConnection.get(this.server, FREE + "count=3&wait=30m", "Accept: " + EVENTS)) {
            events.until("\"holder\":\"anna\"");
            var ben = waiting("POST", HOLDS + "count=2&holder=ben&wait=30m", ALL);
            send("DELETE", "/api/v1/holds/" + anna);
            String id = json(ended(ben)).path("id").asString();
            takes(0, 1);
            events.until("\"holder\":\"ben\"");
            send("DELETE", "/api/v1/holds/" + id);
            takes(0, 1, 2);

            events.until("event:free");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noGpuIsKnownToBeFreeOrUsedWithoutNewRounds(boolean idle) {
        PublishedSnapshot round = hourAgo(gpu(0, idle));
        FreeQuery query = FreeQuery.within(Duration.ZERO);
        FreeGoals goals = this.server.bean(FreeGoals.class);
        Goal<FreeGpusResponse> goal = goals.hold(query, new Holds.Request("a", "anna", Duration.ofSeconds(9), false));

        assertThatThrownBy(() -> goal.take().apply(goal.look().apply(round), round))
                .hasMessageContaining("The latest round is 3600 s old");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void neitherIsItWithoutAWait(boolean idle) {
        PublishedSnapshot round = hourAgo(gpu(0, idle));
        LatestSnapshot latest = new LatestSnapshot(() -> Optional.of(round), (snapshot, view, stale, json) -> {});
        FreeController controller =
                new FreeController(latest, this.server.bean(FreeGoals.class), this.server.bean(Waits.class));
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get(FREE));
        FreeQuery query = FreeQuery.within(Duration.ZERO);

        assertThatThrownBy(() -> controller.findFreeGpus(query, new WaitQuery(Duration.ZERO), exchange))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("The latest round is 3600 s old: no GPU is known to be free now.");
    }

    private static PublishedSnapshot hourAgo(GpuSample gpu) {
        return Snapshots.published(Duration.ofHours(1), Snapshots.of(90, Snapshots.NVML, List.of(gpu)));
    }

    @Test
    void twoWaitsForTheFleetAreNotOfferedOneGpu() {
        String id = json(send("POST", HOLDS + "count=2")).path("id").asString();
        var first = waiting("GET", "/api/v1/fleet/free?wait=30m", ALL);
        var second = waiting("GET", "/api/v1/fleet/free?wait=30m", ALL);
        send("DELETE", "/api/v1/holds/" + id);
        takes(0, 1);

        assertThat(indexes(json(ended(first)).at("/machines/0/chosen"))).containsExactly(0);
        assertThat(indexes(json(ended(second)).at("/machines/0/chosen"))).containsExactly(1);
    }

    @Test
    void aWaitForTheFleetEndsWhenAMachineHasEnough() {
        String id = json(send("POST", HOLDS)).path("id").asString();
        var waiting = waiting("GET", "/api/v1/fleet/free?count=2&wait=30m", EVENTS);
        send("DELETE", "/api/v1/holds/" + id);
        takes(0, 1);

        assertThat(names(ended(waiting))).last().isEqualTo("event:free");
    }
}
