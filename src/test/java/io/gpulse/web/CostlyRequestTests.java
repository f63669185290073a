package io.gpulse.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.gpulse.metric.Metric;
import io.gpulse.testing.Http;
import io.gpulse.testing.RawResponse;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The most expensive known requests are cheap. The cost is counted in allocated, written and compressed bytes, which
 * are equal on all machines: 16 MB, 2 MB and 512 kB each take less than 50 ms on a slow one.
 */
class CostlyRequestTests {

    private static final long MOST_ALLOCATED = 16L << 20;
    private static final int MOST_WRITTEN = 2 << 20;
    private static final int MOST_COMPRESSED = 512 << 10;

    /** A request for it neither writes its JSON nor compresses it again. */
    private static final String COMPRESSED_ONCE = "/api/v1/catalogue";

    private static final int WARM = 3;
    private static final int TIMES = 5;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static TestServer server;

    record Shape(String target, String header) {

        static Shape of(String target) {
            return new Shape(target, "Accept-Encoding: gzip");
        }

        byte[] bytes() {
            String request =
                    "GET " + this.target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + this.header;
            return (request + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1);
        }

        @Override
        public String toString() {
            String whole = this.target + " " + this.header;
            return whole.substring(0, Math.min(whole.length(), 100));
        }
    }

    static Stream<Shape> costlyLists() {
        String keys = Arrays.stream(Metric.values()).map(Metric::key).collect(Collectors.joining(","));
        return Stream.of(
                        "snapshot?metrics=" + "*,".repeat(7000) + "*",
                        "snapshot?metrics=" + "*".repeat(15_000),
                        "snapshot?metrics=*" + "?*".repeat(10),
                        "snapshot?metrics=" + keys,
                        "snapshot?metrics=" + globs(64),
                        "snapshot?metrics=" + "x".repeat(15_000),
                        "snapshot?gpus=" + "0,".repeat(7500),
                        "snapshot?gpus=" + "GPU-x,".repeat(2500),
                        "snapshot?gpus=" + "00000000:00:00.0,".repeat(900),
                        "query?query-gpu=" + repeated("timestamp", 512),
                        "query?query-gpu=" + repeated("power.draw", 512),
                        "query?query-gpu=" + "x".repeat(15_000),
                        "query?q&d=" + repeated("POWER", 2500),
                        "query?query-gpu=name&id=" + "0,".repeat(7000),
                        "query?query-gpu=name&id=" + "x,".repeat(7000) + "0",
                        "query?query-gpu=name&format=" + repeated("csv", 3500))
                .map((target) -> Shape.of("/api/v1/" + target));
    }

    static Stream<Shape> costlyTargets() {
        return Stream.of(
                        "/api/v1/snapshot",
                        "/api/v1/snapshot?view=core" + "&view=core".repeat(1500),
                        "/api/v1/snapshot" + ";a=b".repeat(3500),
                        "/api/v1/gpus/" + "x".repeat(15_000),
                        "/api/v1/query?q",
                        "/api/v1/processes?sort=" + "x".repeat(15_000),
                        "/api/v1/gpus/free?window=10m&count=1024",
                        "/api/v1/stream?every=" + "9".repeat(15_000),
                        "/api/v1/catalogue",
                        "/?columns=400",
                        "/" + "a/".repeat(7500),
                        "/" + "/".repeat(15_000),
                        "/" + "%41".repeat(5000),
                        "/login?continue=" + "a/".repeat(7000),
                        "/v3/api-docs",
                        "/v3/api-docs.yaml",
                        "/swagger-ui/swagger-ui-bundle.js",
                        "/actuator/prometheus")
                .map(Shape::of);
    }

    static Stream<Shape> costlyHeaders() {
        return Stream.of(
                new Shape("/api/v1/snapshot", "Accept: " + "a/b,".repeat(49) + "*/*"),
                new Shape("/api/v1/snapshot", "Accept: */*" + ";a=b".repeat(1900)),
                new Shape("/api/v1/snapshot", "Accept: */*;a=\"" + "\\\"".repeat(3500) + "\""),
                new Shape("/api/v1/snapshot", "Accept-Encoding: " + "gzip;q=0.1,".repeat(700)),
                new Shape("/login", "Accept-Language: " + "zh-Hans-CN,".repeat(700)),
                new Shape("/login", "Accept-Language: " + languages()),
                new Shape("/api/v1/status", "Cookie: " + "a=b;".repeat(1900)),
                new Shape("/swagger-ui/index.html", "If-None-Match: " + "\"a\",".repeat(1900) + "\"b\""));
    }

    /** Globs that all match. */
    private static String globs(int many) {
        return Arrays.stream(Metric.values())
                .map((metric) -> "*" + metric.key().substring(1) + "*")
                .limit(many)
                .collect(Collectors.joining(","));
    }

    private static String repeated(String name, int times) {
        return String.join(",", Collections.nCopies(times, name));
    }

    private static String languages() {
        return IntStream.range(0, 900)
                .mapToObj((i) -> "x" + (char) ('a' + i % 26) + "-" + (char) ('a' + i / 26 % 26) + "a")
                .collect(Collectors.joining(","));
    }

    @BeforeAll
    static void start() {
        server = TestServer.started()
                .takes(Snapshots.of(
                        1,
                        Snapshots.NVML,
                        IntStream.range(0, 16).mapToObj(Snapshots::gpu).toList()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @MethodSource({"costlyLists", "costlyTargets", "costlyHeaders"})
    void everyCostlyRequestIsCheap(Shape shape) {
        for (int time = 0; time < WARM; time++) {
            RawResponse.to(shape.bytes(), server.port());
        }

        long before = allocatedByOthers();
        RawResponse answer = null;
        for (int time = 0; time < TIMES; time++) {
            answer = RawResponse.to(shape.bytes(), server.port());
        }
        long allocated = (allocatedByOthers() - before) / TIMES;

        assertThat(answer.status()).isPositive();
        assertThat(allocated).isLessThan(MOST_ALLOCATED);
        assertThat(answer.body().length()).isLessThan(MOST_WRITTEN);
        if (shape.target().equals(COMPRESSED_ONCE)) {
            assertThat(allocated).isLessThan(answer.body().length());
        } else if (answer.headers().containsKey("content-encoding")) {
            assertThat(answer.body().length()).isLessThan(MOST_COMPRESSED);
        }
    }

    /** Globs that are compared with every key. */
    @Test
    void requestHasAMaximumOfGlobs() {
        assertThat(Http.get(server, "/api/v1/snapshot?metrics=" + globs(64)).statusCode())
                .isEqualTo(200);

        var refusal = Http.get(server, "/api/v1/snapshot?metrics=" + globs(65));

        assertThat(refusal.statusCode()).isEqualTo(400);
        assertThat(refusal.body()).contains("65 different globs are too many");
    }

    @Test
    void listHasAMaximumOfDifferentNames() {
        String names = IntStream.range(0, 513).mapToObj(Integer::toString).collect(Collectors.joining(","));

        for (String list : new String[] {"/api/v1/snapshot?gpus=", "/api/v1/stream?metrics=", "/api/v1/query?q&id="}) {
            var refusal = Http.get(server, list + names);

            assertThat(refusal.statusCode()).isEqualTo(400);
            assertThat(refusal.body()).contains("lists 513 different names; it takes at most 512.");
        }
    }

    @Test
    void repeatedNamesCountOnce() {
        assertThat(Http.get(server, "/api/v1/query?query-gpu=index&id=" + repeated("1", 1000))
                        .body())
                .isEqualTo(
                        Http.get(server, "/api/v1/query?query-gpu=index&id=1").body());
    }

    private static long allocatedByOthers() {
        long own = Thread.currentThread().getId();
        long[] others = Arrays.stream(THREADS.getAllThreadIds())
                .filter((id) -> id != own)
                .toArray();
        return Arrays.stream(THREADS.getThreadAllocatedBytes(others))
                .filter((bytes) -> bytes > 0)
                .sum();
    }
}
