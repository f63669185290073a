package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.ScriptedServer.Answer;
import io.gpulse.testing.Programs;
import io.gpulse.testing.SimulatedFleet;
import io.gpulse.testing.Thorough;
import io.gpulse.testing.Wait;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * A list of twelve machines, of which some have faults, and an engine with faults: none harms another. The first of the
 * list is the packaged gpulse, the second that of {@code -Dfleet.old=JAR} if given; the others are recorded.
 */
@Thorough(1)
@EnabledIf(value = "enginePresent", disabledReason = "no prometheus on the PATH")
class FleetFaultsIT {

    private static final int LISTED = 12;
    private static final String FLEET = "/api/v1/fleet";
    private static final String NOT_GPULSE = "Its answer is not that of a gpulse.";
    private static final String ABSENT =
            "It accepts no connection: it does not run there, or does not listen at this address.";

    @TempDir
    private static Path folder;

    private static final List<AutoCloseable> STARTED = new ArrayList<>();

    /** The answer or the problem that each machine of the list must have, by its address. */
    private static final Map<String, String> EXPECTED = new TreeMap<>();

    private static JsonNode report;
    private static ScriptedServer leaving;
    private static SeriesEngine engine;
    private static ScriptedServer front;
    private static GpulseProcess viewer;

    static boolean enginePresent() {
        return Programs.isPresent("prometheus") && Programs.isPresent("promtool");
    }

    private static <T extends AutoCloseable> T started(T one) {
        STARTED.add(one);
        return one;
    }

    @BeforeAll
    static void start() {
        GpulseProcess packaged = started(GpulseProcess.started(JavaProcess.SHORT_RUN, demo("packaged")));
        expect(packaged.address(), "OK");
        String old = System.getProperty("fleet.old", "");
        if (!old.isBlank()) {
            GpulseProcess older = started(GpulseProcess.startedFrom(Path.of(old), demo("old")));
            boolean reports = older.get("/api/v1/machine").statusCode() == 200;
            expect(
                    older.address(),
                    reports ? "OK" : "Its gpulse is older than this one and has no report of its machine.");
        }
        report = packaged.json("/api/v1/machine");
        while (EXPECTED.size() < LISTED - 3) {
            expect(recorded(0, EXPECTED.size()).address(), "OK");
        }
        leaving = recorded(0, EXPECTED.size());
        expect(leaving.address(), "OK");
        ScriptedServer hanging = recorded(0, 0);
        hanging.setAnswer(hanging.hanging());
        expect(hanging.address(), "It did not answer within 3 s.");
        ScriptedServer other = recorded(0, 0);
        other.setAnswer(Answer.json(200, "[{\"instance\": 7, \"gpus\": null}]"));
        expect(other.address(), NOT_GPULSE);
        engine = started(PrometheusProcess.having(SimulatedFleet.uniform(Instant.now(), 3), folder));
        front = started(new ScriptedServer(0, relay("")));
        viewer = started(GpulseProcess.started(JavaProcess.SHORT_RUN, settings()));
    }

    private static String[] demo(String name) {
        return new String[] {
            "--server.port=0",
            "--gpulse.source=demo",
            "--gpulse.demo.past=false",
            "--gpulse.history.dir=" + folder.resolve("history-" + name)
        };
    }

    private static String[] settings() {
        List<String> settings = new ArrayList<>(List.of(demo("viewer")));
        settings.add("--gpulse.machines=" + String.join(",", EXPECTED.keySet()));
        settings.add("--gpulse.fleet.prometheus-url=" + front.address());
        return settings.toArray(String[]::new);
    }

    private static void expect(String address, String answer) {
        EXPECTED.put(address, answer);
    }

    /** Returns a server that answers with a recorded report, changed to that of a machine with GPUs of its own. */
    private static ScriptedServer recorded(int port, int number) {
        String text = report.toString()
                .replace(report.path("instance").asString(), "recorded-" + number)
                .replace("\"name\":" + report.path("name"), "\"name\":\"recorded-" + number + '"')
                .replace("\"simulated\":true", "\"simulated\":false")
                .replace("GPU-de300000", "GPU-de3%05d".formatted(number + 1));
        return started(new ScriptedServer(port, Answer.json(200, text)));
    }

    /** @param more members of the answer, with a comma after each */
    private static Answer relay(String more) {
        return (exchange) -> {
            HttpRequest request = HttpRequest.newBuilder(URI.create(engine.address() + exchange.getRequestURI()))
                    .header("Content-Type", exchange.getRequestHeaders().getFirst("Content-Type"))
                    .POST(HttpRequest.BodyPublishers.ofByteArray(
                            exchange.getRequestBody().readAllBytes()))
                    .build();
            String body = HttpClient.newHttpClient()
                    .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .join()
                    .body();
            Answer.json(200, body.replaceFirst("\\{", "{" + more)).send(exchange);
        };
    }

    @AfterAll
    static void end() throws Exception {
        for (int i = STARTED.size() - 1; i >= 0; i--) {
            STARTED.get(i).close();
        }
    }

    private static JsonNode fleet() {
        return viewer.json(FLEET);
    }

    /** Returns the answer of each machine of the list, or its problem. */
    private static Map<String, String> listed(JsonNode fleet) {
        return machines(fleet, "LIST").stream()
                .collect(Collectors.toMap(
                        (machine) -> machine.path("id").asString(),
                        (machine) -> machine.path("problem")
                                .asString(machine.path("answer").asString()),
                        (one, other) -> one,
                        TreeMap::new));
    }

    private static List<JsonNode> machines(JsonNode fleet, String origin) {
        return fleet.path("machines")
                .valueStream()
                .filter((machine) -> machine.path("origin").asString().equals(origin))
                .toList();
    }

    /** Waits until the machines of the list have the expected answers, and this one its GPUs. */
    private static void assertListed(Map<String, String> expected) {
        try {
            Wait.until(() -> listed(fleet()).equals(expected));
        } catch (AssertionError late) {
            assertThat(listed(fleet())).isEqualTo(expected);
        }
        assertThat(machines(fleet(), "LOCAL"))
                .singleElement()
                .satisfies((here) -> assertThat(here.at("/machine/gpus").size()).isEqualTo(8));
    }

    @Test
    void eachMachineOfTheListHasItsOwnAnswer() {
        assertListed(EXPECTED);

        assertThat(fleet().path("machinesUnknown").asInt()).isEqualTo((int) EXPECTED.values().stream()
                .filter((answer) -> !answer.equals("OK"))
                .count());
    }

    @Test
    void aMachineThatComesAndGoesHarmsNoOther() {
        assertListed(EXPECTED);
        Map<String, String> without = new TreeMap<>(EXPECTED);
        without.put(leaving.address(), ABSENT);

        leaving.close();
        assertListed(without);
        JsonNode gone = machines(fleet(), "LIST").stream()
                .filter((machine) -> machine.path("id").asString().equals(leaving.address()))
                .findFirst()
                .orElseThrow();
        assertThat(gone.at("/machine/gpus"))
                .hasSize(8)
                .allMatch((gpu) -> gpu.path("use").asString().equals("UNKNOWN"));
        assertThat(since(gone)).isAfter(Instant.parse(gone.path("answeredAt").asString()));

        leaving = recorded(leaving.port(), EXPECTED.size());
        assertListed(EXPECTED);
    }

    @Test
    void eachFaultOfTheEngineIsReportedAndHarmsNoMachineOfTheList() {
        awaitEngine("");
        Instant begun = since(fleet().path("engine"));
        front.setAnswer(relay("\"warnings\":[\"store 2 is down\"],"));
        JsonNode partial = awaitEngine("The engine calls its answer partial: store 2 is down");
        assertThat(partial.at("/engine/answer").asString()).isEqualTo("OK");
        assertThat(since(partial.path("engine"))).isEqualTo(begun);

        Set<Instant> silent = new HashSet<>();
        faults().forEach((problem, answer) -> {
            front.setAnswer(answer);
            silent.add(since(assertSilent(problem).path("engine")));
            assertListed(EXPECTED);
        });
        assertThat(silent).as("it is silent since the first fault").hasSize(1);

        front.setAnswer(relay(""));
        JsonNode again = awaitEngine("");
        assertThat(since(again.path("engine"))).isAfter(silent.iterator().next());
        assertThat(machines(again, "ENGINE"))
                .hasSize(3)
                .allMatch((machine) -> machine.path("answer").asString().equals("OK"));
    }

    private static JsonNode assertSilent(String problem) {
        JsonNode fleet = awaitEngine(problem);
        assertThat(fleet.at("/engine/answer").asString()).isEqualTo("SILENT");
        assertThat(machines(fleet, "ENGINE"))
                .hasSize(3)
                .allMatch((machine) ->
                        machine.at("/machine/gpus/0/use").asString().equals("UNKNOWN"))
                .allMatch((machine) -> machine.path("problem").asString().equals("The engine does not answer."));
        return fleet;
    }

    private static Map<String, Answer> faults() {
        Map<String, Answer> faults = new LinkedHashMap<>();
        String error = "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"too many samples\"}";
        String notEngine = "Its answer is not that of Prometheus or of a compatible server.";
        faults.put(notEngine, Answer.of(200, "text/html", "<html><title>Sign in</title></html>"));
        faults.put("It reports an error: too many samples", Answer.json(422, error));
        faults.put("It answered with the status 503.", Answer.of(503, "text/html", "<html>"));
        faults.put("It redirects to another address; use that one.", Answer.redirect(front.address() + "/other"));
        String beginning = "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[";
        String sample = "{\"metric\":{\"__name__\":\"gpulse_up\"},\"value\":[1,\"1\"]},";
        faults.put("Its answer is larger than 16 MiB.", Answer.endless(beginning, sample));
        faults.put("It did not answer within 10 s.", front.hanging());
        return faults;
    }

    private static Instant since(JsonNode part) {
        return Instant.parse(part.path("since").asString());
    }

    /** Returns the machines once the engine has a problem; an empty one once it answers without. */
    private static JsonNode awaitEngine(String problem) {
        try {
            Wait.until(() -> problem(fleet()).equals(problem));
        } catch (AssertionError late) {
            assertThat(problem(fleet())).isEqualTo(problem);
        }
        return fleet();
    }

    private static String problem(JsonNode fleet) {
        return fleet.at("/engine/problem").asString("");
    }
}
