package io.gpulse.notify;

import static io.gpulse.notify.LocalReceiver.SECRET;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.history.HistoryReader;
import io.gpulse.notify.LocalReceiver.Answer;
import io.gpulse.testing.Http;
import io.gpulse.testing.LogRecorder;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import io.gpulse.web.HistoryState;
import io.gpulse.web.monitor.NotificationMonitor.ReceiverOutcome;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages of a whole server to receivers on this machine. */
class NotifierTests {

    private static final String TEST = "/api/v1/notify/ops/test";

    /** GPU 1 is lost from the first round on. */
    private static Snapshot round(int number) {
        List<GpuSample> gpus =
                new ArrayList<>(IntStream.range(0, 2).mapToObj(Snapshots::gpu).toList());
        gpus.set(1, Snapshots.troubled(1, GpuState.LOST, "GPU_IS_LOST"));
        return Snapshots.of(number, Snapshots.NVML, gpus);
    }

    private static TestServer losing(String... properties) {
        TestServer server = TestServer.started(properties);
        for (int number = 0; number < 8; number++) {
            server.takes(round(number));
        }
        return server;
    }

    private static void awaitRequests(LocalReceiver receiver, int count) {
        Wait.until(() -> receiver.requests().size() >= count);
    }

    private static void awaitInRounds(TestServer server, BooleanSupplier condition) {
        int[] next = {8};
        Wait.until(() -> {
            server.takes(round(next[0]++));
            return condition.getAsBoolean();
        });
    }

    private static long count(TestServer server, String outcome) {
        return server.bean(Notifier.class).notifications().getOrDefault(new ReceiverOutcome("ops", outcome), 0L);
    }

    @Test
    void aLostGpuIsReportedToTheReceiverUnlessASilenceCoversIt() {
        try (LocalReceiver receiver = LocalReceiver.started(Answer.of("200 OK"));
                LocalReceiver other = LocalReceiver.started(Answer.of("200 OK"));
                TestServer server = losing(
                        "gpulse.history.enabled=false",
                        "gpulse.public-url=https://gpus.example",
                        "gpulse.notify.ops.format=ntfy",
                        "gpulse.notify.ops.url=" + receiver.url())) {
            awaitRequests(receiver, 1);

            assertThat(receiver.requests().get(0))
                    .contains("Title: trn-h100-03, GPU 1: ", "Priority: 5", "Click: https://gpus.example/gpus/1")
                    .contains("GPU 1");
            Wait.until(() -> count(server, "delivered") > 0);
        }
        try (LocalReceiver receiver = LocalReceiver.started(Answer.of("200 OK"));
                TestServer server = losing(
                        "gpulse.history.enabled=false",
                        "gpulse.insight.silences[0].rule=gpu-lost",
                        "gpulse.notify.ops.url=" + receiver.url())) {
            assertThat(Http.request(server, "POST", TEST, "*/*").body()).contains("delivered");
            assertThat(receiver.requests())
                    .singleElement()
                    .satisfies((request) -> assertThat(request).contains("This is a test"));
        }
    }

    @Test
    void withoutAReceiverNothingIsMade() {
        try (TestServer server = losing("gpulse.history.enabled=false")) {
            assertThat(server.bean(Notifier.class).notifications()).isEmpty();
            HttpResponse<String> test = Http.request(server, "POST", TEST, "*/*");
            assertThat(test.statusCode()).isEqualTo(404);
            assertThat(test.body()).contains("There is no receiver 'ops' in gpulse.notify. None is configured.");
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch((thread) -> thread.getName().startsWith("gpulse-notify"));
        }
    }

    @Test
    void aTestReportsTheOutcomeButNotTheResponseAndIsLimited() {
        try (LocalReceiver receiver = LocalReceiver.started(Answer.of("418 I am a " + SECRET));
                TestServer server =
                        TestServer.started("gpulse.history.enabled=false", "gpulse.notify.ops.url=" + receiver.url())) {
            server.takes(Snapshots.ofGpus(1));
            HttpResponse<String> response = Http.request(server, "POST", TEST, "*/*");
            HttpResponse<String> second = Http.request(server, "POST", TEST, "*/*");

            assertThat(response.body()).isEqualTo("{\"outcome\":\"refused\"}");
            assertThat(second.statusCode()).isEqualTo(429);
            assertThat(second.headers().firstValue("Retry-After")).isPresent();
            assertThat(Http.request(server, "POST", "/api/v1/notify/opps/test", "*/*")
                            .body())
                    .contains("There is no receiver 'opps' in gpulse.notify. Configured: ops.");
            assertThat(Http.post(server, TEST, "", "Sec-Fetch-Site", "cross-site")
                            .statusCode())
                    .isEqualTo(403);
        }
    }

    @Test
    void aMessageThatWaitsSurvivesARestartAndIsSentOnce(@TempDir Path folder) {
        try (LocalReceiver receiver = LocalReceiver.started(Answer.of("503 Service Unavailable"))) {
            String[] properties = {
                "gpulse.history.enabled=true",
                "gpulse.history.dir=" + folder,
                "gpulse.notify.ops.rules=gpu-lost",
                "gpulse.notify.ops.url=" + receiver.url()
            };
            try (TestServer server = losing(properties)) {
                awaitInRounds(server, () -> count(server, "refused") > 0);
            }
            receiver.answers(Answer.of("200 OK"));
            try (TestServer server = losing(properties)) {
                awaitInRounds(server, () -> count(server, "delivered") > 0);
            }
            assertThat(receiver.requests().get(0)).contains("\"kind\":\"alert\"");
            int sent = receiver.requests().size();
            try (TestServer server = losing(properties)) {
                awaitInRounds(server, () -> server.bean(HistoryReader.class).state() == HistoryState.RECORDING);
                assertThat(Http.request(server, "POST", TEST, "*/*").body()).contains("delivered");
                assertThat(receiver.requests()).hasSize(sent + 1);
            }
        }
    }

    @Test
    void theAddressIsInNoLogAndInNoResponse() {
        try (LocalReceiver failing = LocalReceiver.started(Answer.of("503 Service Unavailable", "Retry-After: 1"));
                LocalReceiver moved =
                        LocalReceiver.started(Answer.of("302 Found", "Location: http://127.0.0.1:1/" + SECRET));
                LocalReceiver odd = LocalReceiver.started((response) -> response.write(SECRET.getBytes()));
                TestServer server = TestServer.started(
                        "gpulse.history.enabled=false",
                        "logging.level.root=TRACE",
                        "gpulse.notify.ops.url=" + withUser(failing),
                        "gpulse.notify.moved.url=" + withUser(moved),
                        "gpulse.notify.odd.url=" + withUser(odd));
                LogRecorder log = LogRecorder.started(Level.TRACE)) {
            for (int number = 0; number < 8; number++) {
                server.takes(round(number));
            }
            List.of(failing, moved, odd).forEach((receiver) -> awaitRequests(receiver, 1));
            List.of("ops", "moved", "odd")
                    .forEach((name) -> Http.request(server, "POST", TEST.replace("ops", name), "*/*"));

            for (String path : List.of("/api/v1/status", "/actuator/health", "/actuator/info", "/v3/api-docs")) {
                assertThat(Http.get(server, path).body()).doesNotContain(SECRET);
            }
            assertThat(String.join("\n", log.from(Level.TRACE)))
                    .contains("Messages to the receiver ops: ", "receiver moved: ", "receiver odd: ")
                    .doesNotContain(SECRET);
            assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch((thread) -> thread.getName().contains(SECRET));
        }
    }

    private static String withUser(LocalReceiver receiver) {
        return receiver.url().replace("//", "//anna:" + SECRET + "@");
    }
}
