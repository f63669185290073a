package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Wait;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PackagedJarIT {

    private static final int MEGABYTE = 1_000_000;

    private static GpulseProcess gpulse;

    @BeforeAll
    static void start() {
        gpulse = GpulseProcess.started("--server.port=0", "--gpulse.source=demo");
    }

    @AfterAll
    static void end() {
        gpulse.close();
    }

    @Test
    void tellsAtItsStartInThreeLinesWhatItSeesAndWhereToLook() {
        String base = "http://localhost:" + gpulse.port();

        List<String> said = gpulse.said();

        assertThat(said).hasSize(3);
        assertThat(said.get(0)).contains("gpulse ").contains("shows demo data, no real GPU: 8 x ");
        assertThat(said.get(1)).contains("Dashboard " + base + "/").contains("API " + base + "/swagger-ui.html");
        assertThat(said.get(2)).contains("Try: curl " + base);
    }

    @Test
    void isReady() {
        assertThat(gpulse.get("/actuator/health/readiness").statusCode()).isEqualTo(200);
    }

    @Test
    void showsEightSimulatedGpus() {
        HttpResponse<String> response = gpulse.get("/api/v1/snapshot");

        JsonNode snapshot = JsonMapper.shared().readTree(response.body());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(snapshot.at("/source/simulated").asBoolean()).isTrue();
        assertThat(snapshot.at("/gpus").size()).isEqualTo(8);
    }

    @Test
    void servesTheContractAndItsPage() {
        assertThat(gpulse.get("/v3/api-docs").statusCode()).isEqualTo(200);
        assertThat(gpulse.get("/swagger-ui/index.html").statusCode()).isEqualTo(200);
    }

    @Test
    void whatSpringDecidedWhenItWasBuiltDoesNotBindWhoStartsIt() {
        try (GpulseProcess other = GpulseProcess.started(
                "--server.port=0",
                "--gpulse.source=demo",
                "--springdoc.api-docs.enabled=false",
                "--management.endpoints.web.exposure.include=health")) {
            assertThat(other.get("/v3/api-docs").statusCode()).isEqualTo(404);
            assertThat(other.get("/actuator/prometheus").statusCode()).isEqualTo(404);
            assertThat(other.get("/api/v1/snapshot").statusCode()).isEqualTo(200);
        }
        assertThat(gpulse.get("/actuator/prometheus").statusCode()).isEqualTo(200);
    }

    @Test
    void theJarHoldsWhatSpringDecidedWhenItWasBuilt() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("packaged.jar"))) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .contains("BOOT-INF/classes/io/gpulse/GpulseApplication__ApplicationContextInitializer.class");
        }
    }

    @Test
    void hasTheJvmReturnMemoryWhereItsCollectorCan() {
        Wait.until(
                () -> jvm().at("/flags").findValuesAsString("origin").stream().allMatch("MANAGEMENT"::equals));

        boolean returned = jvm().path("collector").asString().equals("G1");
        assertThat(jvm().path("flags").size()).isEqualTo(returned ? 3 : 0);
        assertThat(jvm().path("reason").isNull()).isEqualTo(returned);
    }

    private static JsonNode jvm() {
        return JsonMapper.shared().readTree(gpulse.get("/api/v1/status").body()).path("jvm");
    }

    @Test
    void isOfModestSize() throws Exception {
        assertThat(Files.size(Path.of(System.getProperty("packaged.jar")))).isLessThan(65L * MEGABYTE);
    }

    @Test
    void endsWhenAskedToThoughSomebodyListens() {
        try (GpulseProcess other = GpulseProcess.started("--server.port=0", "--gpulse.source=demo");
                Stream<String> stream = other.listen("/api/v1/stream").body()) {
            Iterator<String> lines = stream.iterator();
            String first = lines.next();

            other.terminate();

            assertThat(other.endsWithin(10)).isTrue();
            assertThat(first).isNotNull();
            lines.forEachRemaining((line) -> assertThat(line).doesNotContain("error"));
            assertThat(other.complaints()).noneMatch((line) -> line.contains("WARNING"));
        }
    }

    @Test
    void saysInOneSentenceThatThePortIsTaken() {
        GpulseProcess second = GpulseProcess.ended("--server.port=" + gpulse.port(), "--gpulse.source=demo");

        assertThat(second.exitCode()).isNotZero();
        assertThat(second.said())
                .singleElement()
                .asString()
                .contains("gpulse does not start: Port " + gpulse.port() + " is taken by another program;");
        assertThat(second.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--spring.application.json={\"gpulse.sourse\":\"demo\"}"
                        + " | There is no property gpulse.sourse; the nearest is gpulse.source.",
                "--gpulse.source=tea | gpulse.source=tea is not possible;"
                        + " allowed is auto, nvml, demo, recording, none.",
                "--gpulse.source=nvidia-smi | gpulse.source=nvidia-smi is not possible;"
                        + " allowed is auto, nvml, demo, recording, none.",
                "--gpulse.sampling.every=1ms | gpulse.sampling.every=1ms is not possible;"
                        + " allowed is a duration from 100ms to 60s.",
                "--gpulse.stream.replay-max-bytes=1KB | gpulse.stream.replay-max-bytes is from 1MB to 4GB, not 1024B.",
                "--server.port=tea | server.port=tea is not possible; allowed is a whole number."
            })
    void saysInOneSentenceWhichConfigurationIsImpossible(String argument, String sentence) {
        GpulseProcess refused = GpulseProcess.ended(argument);

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.said()).singleElement().asString().endsWith("gpulse does not start: " + sentence);
        assertThat(refused.complaints()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "serve | unknown command 'serve'.",
                "doktor | unknown command 'doktor'; did you mean 'doctor'?",
                "--port=0 | unknown option '--port'; did you mean '--server.port'?",
                "--server.adress=127.0.0.1 | unknown option '--server.adress'; did you mean '--server.address'?",
                "--gpulse.sourse=demo | unknown option '--gpulse.sourse'; did you mean '--gpulse.source'?"
            })
    void aCommandLineThatIsWrongStartsNothing(String argument, String sentence) {
        // It would be told that the port is taken if it came to listen.
        GpulseProcess refused = GpulseProcess.ended(argument, "--server.port=" + gpulse.port());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.said()).isEmpty();
        assertThat(refused.complaints()).containsExactly("gpulse: " + sentence + " Try --help.");
    }

    @Test
    void helpIsPrintedAndNothingStarts() {
        GpulseProcess help = GpulseProcess.ended("--help", "--server.port=" + gpulse.port());

        assertThat(help.exitCode()).isZero();
        assertThat(help.complaints()).isEmpty();
        assertThat(help.said()).anyMatch((line) -> line.contains("java -jar gpulse.jar doctor [OPTION]..."));
    }

    @Test
    void helpNamesEveryOptionOfTheDoctor() {
        String help = String.join("\n", GpulseProcess.ended("--help").said());
        String ofTheDoctor =
                String.join("\n", GpulseProcess.ended("doctor", "--help").said());

        assertThat(Pattern.compile("--[a-z][a-z-]+")
                        .matcher(ofTheDoctor)
                        .results()
                        .map(MatchResult::group))
                .contains("--json", "--record")
                .allMatch(help::contains);
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        GpulseProcess version = GpulseProcess.ended("--version");

        assertThat(version.exitCode()).isZero();
        assertThat(version.complaints()).isEmpty();
        assertThat(version.said())
                .containsExactly(
                        "gpulse " + builtVersion(),
                        "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                                + System.getProperty("os.arch"));
    }

    private static String builtVersion() {
        return JsonMapper.shared()
                .readTree(gpulse.get("/api/v1/status").body())
                .at("/version")
                .asString();
    }

    @Test
    void whatTheBuildAloneNeedsIsNotInTheJar() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("packaged.jar"))) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .contains("META-INF/gpulse/known-properties.txt")
                    .noneMatch((name) -> name.contains("io/gpulse/build/"));
        }
    }
}
