package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.host.FakeProc;
import io.gpulse.metric.Metric;
import io.gpulse.metric.MetricSpec;
import io.gpulse.metric.Printing;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Scope;
import io.gpulse.metric.Unit;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.MediaType;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.reactive.function.client.WebClient;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every row of the catalogue, from its source to HTTP: the driver in C is told what to answer in its own unit and form,
 * the machine's {@code /proc} is a folder, and what JSON says is compared with what that means in ours. A row that has
 * neither source fails.
 */
@NeedsCompiler
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"gpulse.source=nvml", "gpulse.sampling.every=100ms"})
class CatalogueOverHttpTests {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Map<Metric, Expected> EXPECTED = new EnumMap<>(Metric.class);
    private static @Nullable FakeDriver driver;
    private static @Nullable FakeProc proc;

    @LocalServerPort
    private int port;

    /** What JSON shall say: a number, a word, or both. */
    private record Expected(
            @Nullable Double value, @Nullable String fact) {}

    @DynamicPropertySource
    static void prepare(DynamicPropertyRegistry registry) throws IOException {
        Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target")), "catalogue");
        driver = FakeDriver.in(directory).gpus(1);
        proc = new FakeProc(directory.resolve("proc"));
        Metric.of(Scope.GPU).forEach((metric) -> EXPECTED.put(metric, tell(metric)));
        registry.add("gpulse.nvml.library", driver::library);
        registry.add("gpulse.processes.proc", proc::root);
    }

    @AfterAll
    static void nothingWasDoneAgainstTheRules() {
        assertThat(driver.violations()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyRowArrivesAsItsSourceTellsIt(Metric metric) {
        switch (metric.spec().scope()) {
            case GPU -> arrivesFromTheDriver(metric);
            case HOST -> arrivesFromTheMachine(metric);
            default -> throw new AssertionError("No test sets the source of " + metric.key());
        }
    }

    private void arrivesFromTheDriver(Metric metric) {
        Expected expected = EXPECTED.get(metric);

        JsonNode gpu = snapshots()
                .map((snapshot) -> snapshot.get("gpus").get(0))
                .filter((candidate) -> candidate.get("state").asString().equals("OK"))
                .filter((candidate) -> !candidate.get("absent").has(metric.key()))
                .blockFirst(PATIENCE);

        if (expected.value() != null) {
            assertThat(gpu.get("values").get(metric.key()).asDouble()).isEqualTo(expected.value());
        } else {
            assertThat(gpu.get("values").has(metric.key())).isFalse();
        }
        if (expected.fact() != null) {
            assertThat(gpu.get("facts").get(metric.key()).asString()).isEqualTo(expected.fact());
        } else {
            assertThat(gpu.get("facts").has(metric.key())).isFalse();
        }
    }

    /** The machine moves on with every snapshot, so that no round is missed; how fast depends on the true time. */
    private void arrivesFromTheMachine(Metric metric) {
        Probe.Proc source = (Probe.Proc) metric.spec().probes().get(0);
        double expected = proc.set(source.file(), source.figure());
        DoublePredicate arrived = isRate(metric) ? (value) -> value > 0 : (value) -> value == expected;

        JsonNode host = snapshots()
                .doOnNext((snapshot) -> proc.set(source.file(), source.figure()))
                .map((snapshot) -> snapshot.get("host"))
                .filter((candidate) -> candidate.get("values").has(metric.key()))
                .filter((candidate) ->
                        arrived.test(candidate.get("values").get(metric.key()).asDouble()))
                .blockFirst(PATIENCE);
        assertThat(host).isNotNull();
    }

    private static boolean isRate(Metric metric) {
        return metric.spec().unit() == Unit.BYTES_PER_SECOND || metric.spec().unit() == Unit.PER_SECOND;
    }

    private Flux<JsonNode> snapshots() {
        return WebClient.create("http://127.0.0.1:" + this.port)
                .get()
                .uri("/api/v1/stream?view=full")
                .accept(MediaType.APPLICATION_NDJSON)
                .retrieve()
                .bodyToFlux(String.class)
                .map(JsonMapper.shared()::readTree)
                .filter((line) -> line.has("gpus"));
    }

    /** Has the driver answer something that no other row answers. */
    private static Expected tell(Metric metric) {
        Probe first = metric.spec().probes().get(0);
        if (first instanceof Probe.Joined joined) {
            return tellParts(joined);
        }
        if (first instanceof Probe.Member member && member.slot().type() == io.gpulse.metric.CType.CHARS) {
            String word = "W-" + metric.ordinal();
            driver.value(0, first.source(), word);
            return new Expected(null, word);
        }
        if (first instanceof Probe.Member || first instanceof Probe.Field) {
            long raw = rawFor(metric);
            driver.value(0, first.source(), raw);
            return meaning(metric.spec(), raw);
        }
        throw new AssertionError("No source that a test can set: " + metric.key());
    }

    private static Expected tellParts(Probe.Joined joined) {
        List<Probe> parts = joined.parts();
        for (int part = 0; part < parts.size(); part++) {
            driver.value(0, parts.get(part).source(), part + 8);
        }
        return new Expected(null, "8" + joined.separator() + "9");
    }

    private static long rawFor(Metric metric) {
        return switch (metric.spec().printing()) {
            case P_STATE -> 5;
            case ARCHITECTURE -> 9;
            case HEX16 -> 0x24;
            case ENABLED_DISABLED, ACTIVE, YES_NO, COMPUTE_MODE -> 1;
            default -> 1000 + 137L * metric.ordinal();
        };
    }

    /** In words of the test, not of the catalogue: milliwatts are watts by a thousand, and so on. */
    private static Expected meaning(MetricSpec spec, long raw) {
        return switch (spec.kind()) {
            case GAUGE, COUNTER -> new Expected(inOurUnit(spec.unit(), raw), null);
            case STATE -> new Expected((double) raw, word(spec.printing(), raw));
            case TEXT -> new Expected(null, Long.toString(raw));
        };
    }

    private static double inOurUnit(Unit unit, long raw) {
        return switch (unit) {
            case WATTS, JOULES -> raw / 1000.0;
            case SECONDS -> raw / 1e9;
            default -> raw;
        };
    }

    private static String word(Printing printing, long raw) {
        return switch (printing) {
            case P_STATE -> "P5";
            case ARCHITECTURE -> "Hopper";
            case HEX16 -> "0x0000000000000024";
            case ENABLED_DISABLED -> "Enabled";
            case COMPUTE_MODE -> "Exclusive_Thread";
            case ACTIVE -> "Active";
            case YES_NO -> "Yes";
            default -> throw new AssertionError("No word for " + raw);
        };
    }
}
