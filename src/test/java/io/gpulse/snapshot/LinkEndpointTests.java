package io.gpulse.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.LinkSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LinkEndpointTests {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Instant SAMPLED = Instant.parse("2026-11-20T10:00:01.003Z");

    private static TestServer server;

    @BeforeAll
    static void start() {
        server = TestServer.started();
        List<LinkSample> links = List.of(
                link(0, Metric.LINK_STATE.spec().reading(1L), new Reading.Quantity(4.2e9)),
                link(1, Metric.LINK_STATE.spec().reading(0L), Reading.absent(Reason.NO_DATA)),
                link(2, Reading.absent(Reason.ERROR), Reading.absent(Reason.ERROR)));
        server.takes(Snapshots.of(1, Snapshots.NVML, List.of(linked(links), ratioed())));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void linksOfAGpuMatchTheContractByteForByte() {
        assertThat(Http.get(server, "/api/v1/gpus/0/links?state=up").body())
                .isEqualTo("{\"gpu\":0,\"uuid\":\"GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77\","
                        + "\"sampledAt\":\"2026-11-20T10:00:01.003Z\",\"links\":[{\"link\":0,"
                        + "\"values\":{\"link.nvlink.state\":1,\"link.nvlink.rx\":4200000000},"
                        + "\"facts\":{\"link.nvlink.state\":\"Active\"},"
                        + "\"absent\":{\"link.nvlink.tx\":\"NOT_SUPPORTED\"}}]}");
    }

    @Test
    void aLinkOfUnknownStateIsNeitherUpNorDown() {
        assertThat(numbers("/api/v1/gpus/0/links")).containsExactly(0, 1, 2);
        assertThat(numbers("/api/v1/gpus/0/links?state=down")).containsExactly(1);
        assertThat(json("/api/v1/gpus/0/links")
                        .at("/links/2/absent/link.nvlink.state")
                        .asString())
                .isEqualTo("ERROR");
    }

    @Test
    void aGpuWithoutNvlinkHasNone() {
        assertThat(numbers("/api/v1/gpus/1/links")).isEmpty();
        assertThat(json("/api/v1/gpus/1/links").path("gpu").asInt()).isEqualTo(1);
    }

    @Test
    void invalidQueryIsRejectedWithAHint() {
        assertProblem("/api/v1/gpus/0/links?state=broken", 400, "state must be up or down, not 'broken'");
        assertProblem("/api/v1/gpus/7/links", 404, "There is no GPU '7'");
    }

    @Test
    void whatIsAbsentForAllLinksIsListedOncePerGpu() {
        JsonNode gpus = json("/api/v1/snapshot?view=full").path("gpus");

        JsonNode gpu = gpus.get(0);
        assertThat(gpu.path("linksAbsent").toString()).isEqualTo("{\"link.nvlink.tx\":\"NOT_SUPPORTED\"}");
        assertThat(gpu.path("links")
                        .valueStream()
                        .map((link) -> link.path("absent").toString()))
                .containsExactly(
                        "{}",
                        "{\"link.nvlink.rx\":\"NO_DATA\"}",
                        "{\"link.nvlink.state\":\"ERROR\",\"link.nvlink.rx\":\"ERROR\"}");
        assertThat(gpus.get(1).has("linksAbsent")).isFalse();
        assertThat(json("/api/v1/gpus/0/links")
                        .at("/links/0/absent/link.nvlink.tx")
                        .asString())
                .isEqualTo("NOT_SUPPORTED");
    }

    @Test
    void aTinyRatioIsNotRoundedAway() {
        assertThat(Http.get(server, "/api/v1/snapshot?gpus=1&metrics=nvlink.ber.effective")
                        .body())
                .contains("\"nvlink.ber.effective\":1.5E-15");
    }

    private static GpuSample ratioed() {
        return Snapshots.gpu(1, Map.of(Metric.NVLINK_EFFECTIVE_BER, new Reading.Quantity(1.5e-15)));
    }

    private static GpuSample linked(List<LinkSample> links) {
        return new GpuSample(
                0,
                Snapshots.identity(0),
                new Condition(GpuState.OK, SAMPLED, null),
                SAMPLED,
                SAMPLED,
                new GpuReadings(Readings.NONE, links, List.of()),
                new Activity(null, SAMPLED));
    }

    private static LinkSample link(int number, Reading state, Reading received) {
        Reading sent = Reading.absent(Reason.NOT_SUPPORTED);
        return new LinkSample(
                number, Readings.of(Map.of(Metric.LINK_STATE, state, Metric.LINK_RX, received, Metric.LINK_TX, sent)));
    }

    private static List<Integer> numbers(String path) {
        return json(path)
                .path("links")
                .valueStream()
                .map((link) -> link.path("link").asInt())
                .toList();
    }

    private static JsonNode json(String path) {
        var response = Http.get(server, path);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return JSON.readTree(response.body());
    }

    private static void assertProblem(String path, int status, String sentence) {
        var response = Http.get(server, path);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(JSON.readTree(response.body()).path("detail").asString()).contains(sentence);
    }
}
