package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.gpulse.testing.Programs;
import io.gpulse.testing.SimulatedFleet;
import io.gpulse.testing.SimulatedMachine;
import io.gpulse.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** 200 machines of all exporters, by a real Prometheus and a real VictoriaMetrics. */
@Thorough(1)
@EnabledIf(value = "enginesPresent", disabledReason = "no prometheus or no victoria-metrics on the PATH")
class FleetEngineIT {

    private static final String FLEET = "/api/v1/fleet";
    private static final String OF_DEMO = "GPU-de300000";

    @TempDir
    private static Path folder;

    private static final SimulatedFleet MACHINES = SimulatedFleet.mixed(Instant.now());
    private static final Map<Kind, SeriesEngine> ENGINES = new EnumMap<>(Kind.class);
    private static final Map<Kind, GpulseProcess> VIEWERS = new EnumMap<>(Kind.class);

    enum Kind {
        PROMETHEUS,
        VICTORIA_METRICS;

        private SeriesEngine started(Path ownFolder) {
            return this == PROMETHEUS
                    ? PrometheusProcess.having(MACHINES, ownFolder)
                    : VictoriaMetricsProcess.having(MACHINES, ownFolder);
        }
    }

    static boolean enginesPresent() {
        return Programs.isPresent("prometheus")
                && Programs.isPresent("promtool")
                && Programs.isPresent("victoria-metrics");
    }

    @BeforeAll
    static void start() throws IOException {
        for (Kind kind : Kind.values()) {
            ENGINES.put(kind, kind.started(Files.createDirectory(folder.resolve(kind.name()))));
            VIEWERS.put(kind, viewer(kind));
        }
    }

    private static GpulseProcess viewer(Kind kind) {
        GpulseProcess viewer = GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.demo.past=false",
                "--gpulse.history.dir=" + folder.resolve("history-" + kind),
                "--gpulse.fleet.prometheus-url=" + ENGINES.get(kind).address());
        viewer.awaitJson(FLEET, (fleet) -> fleet.at("/engine/answer").asString().equals("OK"));
        return viewer;
    }

    @AfterAll
    static void end() {
        VIEWERS.values().forEach(GpulseProcess::close);
        ENGINES.values().forEach(SeriesEngine::close);
    }

    private static JsonNode fleet(Kind kind) {
        return VIEWERS.get(kind).json(FLEET);
    }

    private static Map<String, JsonNode> ofEngine(JsonNode fleet) {
        return fleet.path("machines")
                .valueStream()
                .filter((machine) -> machine.path("origin").asString().equals("ENGINE"))
                .collect(Collectors.toMap(
                        (machine) -> machine.path("id").asString(),
                        Function.identity(),
                        (one, other) -> one,
                        TreeMap::new));
    }

    @ParameterizedTest
    @EnumSource
    void eachMachineIsListedOnceWithTheClassesOfItsGpus(Kind kind) {
        Map<String, JsonNode> listed = ofEngine(fleet(kind));

        assertThat(listed.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        MACHINES.machines().stream().map(SimulatedMachine::id).toList());
        assertThat(MACHINES.machines()).allSatisfy((machine) -> {
            JsonNode found = listed.get(machine.id());
            assertThat(found.path("name").asString()).isEqualTo(MACHINES.name(machine));
            assertThat(found.path("exporter").asString())
                    .isEqualTo(machine.exporter().label());
            assertThat(described(found.at("/machine/gpus")))
                    .isEqualTo(machine.gpus().stream()
                            .map((gpu) -> gpu.index() + " " + gpu.uuid() + " " + MACHINES.classOf(machine, gpu))
                            .toList());
        });
    }

    private static List<String> described(JsonNode gpus) {
        return gpus.valueStream()
                .map((gpu) -> gpu.path("index").asInt() + " " + gpu.path("uuid").asString() + " "
                        + gpu.path("use").asString())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void machinesWithoutSeriesAreSilentSinceTheirLastSample(Kind kind) {
        Map<String, JsonNode> listed = ofEngine(fleet(kind));

        assertThat(MACHINES.machines()).allSatisfy((machine) -> {
            JsonNode found = listed.get(machine.id());
            boolean present = MACHINES.isPresent(machine);
            assertThat(found.path("answer").asString()).isEqualTo(present ? "OK" : "SILENT");
            if (!present) {
                assertThat(Instant.parse(found.path("since").asString()))
                        .isCloseTo(machine.times().last(), within(5, ChronoUnit.MINUTES));
            }
        });
        assertThat(listed.values().stream()
                        .filter((machine) -> machine.path("answer").asString().equals("SILENT")))
                .hasSize(3);
    }

    @ParameterizedTest
    @EnumSource
    void theCountsAreThoseOfTheFleetAndOfThisMachine(Kind kind) {
        JsonNode fleet = fleet(kind);
        Map<String, Integer> expected = new TreeMap<>(MACHINES.classes());
        fleet.at("/machines/0/machine/gpus")
                .forEach((gpu) -> expected.merge(gpu.path("use").asString(), 1, Integer::sum));

        assertThat(fleet.at("/machines/0/origin").asString()).isEqualTo("LOCAL");
        assertThat(fleet.path("machinesUnknown").asInt()).isZero();
        assertThat(fleet.path("gpus")
                        .propertyStream()
                        .filter((count) -> count.getValue().asInt() > 0))
                .allSatisfy((count) ->
                        assertThat(count.getValue().asInt()).as(count.getKey()).isEqualTo(expected.get(count.getKey())))
                .hasSize(expected.size());
    }

    @ParameterizedTest
    @EnumSource
    void freeAndHeldGpusAreThoseOfTheFleet(Kind kind) {
        JsonNode free = VIEWERS.get(kind).json(FLEET + "/free?count=2");

        Map<String, Integer> found = new TreeMap<>();
        free.path("machines")
                .valueStream()
                .filter((place) -> !place.path("simulated").asBoolean())
                .forEach((place) -> found.put(
                        place.path("name").asString(), place.path("freeGpus").asInt()));
        assertThat(found).isEqualTo(MACHINES.free(2));
        assertThat(free.path("heldIdle")
                        .valueStream()
                        .map((gpu) -> gpu.path("uuid").asString())
                        .filter((uuid) -> !uuid.startsWith(OF_DEMO)))
                .hasSize(MACHINES.classes().get("HELD_IDLE"));
    }

    @ParameterizedTest
    @EnumSource
    void theSecondsOfADayAreThoseOfTheFleet(Kind kind) {
        JsonNode engine = fleet(kind).path("engine");

        assertThat(engine.path("problem").isNull()).isTrue();
        assertThat(MACHINES.daySeconds())
                .allSatisfy((use, seconds) ->
                        assertThat(engine.at("/daySeconds/" + use).asDouble()).isCloseTo(seconds, withinPercentage(1)));
        assertThat(engine.path("daySeconds").size())
                .isEqualTo(MACHINES.daySeconds().size());
    }

    @ParameterizedTest
    @EnumSource
    void textsUsersAndAlertsOfAMachineAreReadable(Kind kind) {
        JsonNode machine = ofEngine(fleet(kind)).get(SimulatedFleet.OF_ODD_TEXTS);

        assertThat(machine.path("usersKnown").asBoolean()).isTrue();
        assertThat(machine.path("url").asString()).isEqualTo("http://gpu-005:8080");
        assertThat(machine.at("/machine/driverVersion").asString()).isEqualTo("580.95.05");
        assertThat(machine.at("/machine/gpus/0/name").asString()).isEqualTo("NVIDIA \"H100\" \\ 80GB?HBM3");
        assertThat(machine.at("/machine/gpus/0/holders/0/user").asString()).isEqualTo("LAB\\\"ann\"");
        assertThat(machine.at("/machine/gpus/0/holders/0/job").asString()).isEqualTo("4711");
        assertThat(machine.at("/machine/alerts")
                        .valueStream()
                        .map((alert) -> alert.path("rule").asString()))
                .containsExactly("hot-gpu");
    }
}
