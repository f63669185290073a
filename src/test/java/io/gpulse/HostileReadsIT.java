package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The costliest targets of a history that is full, with the smallest heap that is recommended. */
@Thorough(1)
class HostileReadsIT {

    private static final int AT_ONCE = 8;
    private static final int TURNS = 3;
    private static final int ABORTED = 5;
    private static final int UNAVAILABLE = 503;
    private static final long MORE_HEAP = 24L << 20;

    private static final Map<String, String> WIDEST = Map.of(
            "/", "?columns=400",
            "/api/v1/events", "?range=366d&limit=1000",
            "/api/v1/history", "?range=30d&points=2000&metrics=utilization.gpu,memory.used,power.draw,temperature.gpu",
            "/api/v1/history/summary", "?range=366d",
            "/api/v1/history/usage", "?range=366d",
            "/api/v1/host", "?processes=20",
            "/api/v1/insights", "?state=all",
            "/api/v1/marks", "?range=366d",
            "/api/v1/query", "?query-gpu=name,power.draw,utilization.gpu,memory.used",
            "/api/v1/snapshot", "?view=full");

    @TempDir
    private Path folder;

    @Test
    void roundsContinueAndTheHeapStaysSmall() throws Exception {
        try (JavaProcess writer = HistoryDurabilityIT.historyAlone(this.folder)) {
            writer.nextLine((line) -> line.contains(HistoryDurabilityIT.STORED));
        }
        LargeHistory.fill(this.folder, System.currentTimeMillis());

        try (GpulseProcess gpulse = gpulse()) {
            Wait.until(() -> gpulse.get("/api/v1/history").statusCode() == 200);
            // On a busy machine it may take longer than an answer may.
            Wait.until(() -> gpulse.get("/api/v1/history/usage?range=7d").statusCode() == 200);
            assertThat(gpulse.json("/api/v1/history/usage?range=7d").get("users"))
                    .hasSizeGreaterThan(50);
            List<String> targets = targets();
            request(gpulse.port(), targets, 1);
            long before = liveHeap(gpulse);
            long round = round(gpulse);

            request(gpulse.port(), targets, TURNS);

            Wait.until(() -> gpulse.get("/api/v1/events").statusCode() == 200);
            assertThat(round(gpulse)).isGreaterThan(round);
            assertThat(liveHeap(gpulse)).isLessThan(before + MORE_HEAP);
            end(gpulse);
        }
        assertThat(Files.readAllLines(log()))
                .noneMatch((line) -> line.contains("ERROR") || line.contains("OutOfMemory") || line.contains("LEAK"));
    }

    private static void end(GpulseProcess gpulse) {
        gpulse.terminate();
        assertThat(gpulse.endsWithin(JavaProcess.PATIENCE_IN_SECONDS)).isTrue();
    }

    private Path log() {
        return this.folder.resolve("gpulse.log");
    }

    private GpulseProcess gpulse() {
        return GpulseProcess.started(
                List.of("-Xmx128m", "-Dio.netty.leakDetection.level=paranoid"),
                "--server.port=0",
                "--gpulse.source=demo",
                "--logging.file.name=" + log(),
                "--gpulse.history.dir=" + this.folder);
    }

    private static List<String> targets() throws IOException {
        return JsonMapper.shared()
                .readTree(Files.readString(Path.of("frontend", "openapi.json")))
                .get("paths")
                .properties()
                .stream()
                .filter((path) -> path.getValue().has("get"))
                .map((path) -> path.getKey().replace("{id}", "0") + WIDEST.getOrDefault(path.getKey(), ""))
                .toList();
    }

    private static void request(int port, List<String> targets, int turns) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<Integer>> statuses = new ArrayList<>();
            for (int i = 0; i < turns * targets.size(); i++) {
                String question = targets.get(i % targets.size());
                boolean endless = question.startsWith("/api/v1/stream");
                boolean aborted = endless || i % ABORTED == 0;
                statuses.add(threads.submit(() -> status(port, question, aborted)));
            }
            for (Future<Integer> status : statuses) {
                assertThat(status.get())
                        .satisfiesAnyOf(
                                (code) -> assertThat(code).isLessThan(500),
                                (code) -> assertThat(code).isEqualTo(UNAVAILABLE));
            }
        } finally {
            threads.shutdown();
        }
    }

    /** @return 0 when it was aborted */
    private static int status(int port, String question, boolean aborted) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(JavaProcess.PATIENCE_IN_SECONDS * 1000);
            String request = "GET " + question + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            if (aborted) {
                socket.setSoLinger(true, 0);
                return 0;
            }
            byte[] head = socket.getInputStream().readNBytes(12);
            socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
            return Integer.parseInt(new String(head, StandardCharsets.US_ASCII).substring(9));
        }
    }

    private static long round(GpulseProcess gpulse) {
        return gpulse.json("/api/v1/snapshot").get("sequence").asLong();
    }

    /** In bytes, after a collection. */
    private static long liveHeap(GpulseProcess gpulse) throws Exception {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(gpulse.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        List<String> lines = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return Long.parseLong(lines.get(lines.size() - 1).strip().split("\\s+")[2]);
    }
}
