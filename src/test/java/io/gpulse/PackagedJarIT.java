package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PackagedJarIT {

    private static final int MEGABYTE = 1_000_000;
    private static final String LIBRARIES = "BOOT-INF/lib/";

    /** Artifact and version in the line of a library: {@code (group:artifact:version - address)}. */
    private static final Pattern LIBRARY = Pattern.compile("\\([^:() ]+:([^:() ]+):([^:() ]+) - ");

    private static final Pattern HISTORY =
            Pattern.compile(" INFO .*: (History is kept in |Wrote a simulated past of )");

    private static GpulseProcess gpulse;

    /** The collector is left to the JVM: a test depends on its choice. */
    private static final List<String> ONE_COMPILER = List.of("-XX:TieredStopAtLevel=1");

    @TempDir
    private static Path history;

    @BeforeAll
    static void start() {
        gpulse = GpulseProcess.started(
                ONE_COMPILER, "--server.port=0", "--gpulse.source=demo", "--gpulse.history.dir=" + history);
    }

    @AfterAll
    static void end() {
        gpulse.close();
    }

    @Test
    void theStartPrintsThreeLinesWithGpusAndAddresses() {
        String base = "http://localhost:" + gpulse.port();

        // The history reports its file at the same time, from a thread of its own.
        List<String> output = gpulse.output().stream()
                .filter((line) -> !HISTORY.matcher(line).find())
                .toList();

        assertThat(output).hasSize(3);
        assertThat(output.get(0)).contains("gpulse ").contains("shows demo data, no real GPU: 8 x ");
        assertThat(output.get(1)).contains("Dashboard " + base + "/").contains("API " + base + "/swagger-ui.html");
        assertThat(output.get(2)).contains("Try: curl " + base);
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
    void recordsItsHistory() {
        gpulse.awaitJson(
                "/api/v1/status",
                (status) -> status.at("/history/state").asString().equals("RECORDING"));

        assertThat(history.resolve("history-simulated.db")).isNotEmptyFile();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void nativeLibrariesAreNotUnpackedIntoTheFolderForTemporaryFiles() throws Exception {
        recordsItsHistory();

        Path own = Path.of(System.getProperty("extracted.jar"))
                .resolveSibling("native")
                .toRealPath();
        assertThat(Files.readString(Path.of("/proc/" + gpulse.pid() + "/maps")))
                .containsPattern(Pattern.quote(own.toString()) + "/\\w+/libsqlitejdbc.so\n");
    }

    @Test
    void servesTheContractAndItsPage() {
        assertThat(gpulse.get("/v3/api-docs").statusCode()).isEqualTo(200);
        assertThat(gpulse.get("/swagger-ui/index.html").statusCode()).isEqualTo(200);
    }

    @Test
    void optionsOverrideTheDecisionsOfTheBuildAndSigtermEndsItWhileAClientListens() {
        try (GpulseProcess other = GpulseProcess.startedAsSingleJar(
                        JavaProcess.SHORT_RUN,
                        "--server.port=0",
                        "--gpulse.source=demo",
                        // Another server has the usual folder.
                        "--gpulse.history.enabled=false",
                        "--springdoc.api-docs.enabled=false",
                        "--management.endpoints.web.exposure.include=health");
                Stream<String> stream = other.listen("/api/v1/stream").body()) {
            assertThat(other.get("/v3/api-docs").statusCode()).isEqualTo(404);
            assertThat(other.get("/actuator/prometheus").statusCode()).isEqualTo(404);
            assertThat(other.get("/api/v1/snapshot").statusCode()).isEqualTo(200);
            Iterator<String> lines = stream.iterator();
            String first = lines.next();

            other.terminate();

            assertThat(other.endsWithin(10)).isTrue();
            assertThat(first).isNotNull();
            lines.forEachRemaining((line) -> assertThat(line).doesNotContain("error"));
            assertThat(other.output()).noneMatch((line) -> line.contains(" WARN "));
            assertThat(other.errors()).noneMatch((line) -> line.contains("WARNING"));
        }
        assertThat(gpulse.get("/actuator/prometheus").statusCode()).isEqualTo(200);
    }

    @Test
    void theJarHoldsTheDecisionsOfTheBuild() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("packaged.jar"))) {
            assertThat(jar.stream().map(JarEntry::getName))
                    .contains("BOOT-INF/classes/io/gpulse/GpulseApplication__ApplicationContextInitializer.class");
        }
    }

    @Test
    void theJarNamesItsLibrariesAndTheirLicences() throws Exception {
        try (JarFile jar = new JarFile(System.getProperty("packaged.jar"))) {
            String text = new String(
                    jar.getInputStream(jar.getEntry("META-INF/THIRD-PARTY.txt")).readAllBytes(),
                    StandardCharsets.UTF_8);
            List<String> named = LIBRARY.matcher(text)
                    .results()
                    .map((found) -> found.group(1) + "-" + found.group(2))
                    .toList();
            // Spring Boot adds its tools when it packs.
            List<String> packed = jar.stream()
                    .map(JarEntry::getName)
                    .filter((name) -> name.startsWith(LIBRARIES) && name.endsWith(".jar") && !name.contains("jarmode"))
                    .map((name) -> name.substring(LIBRARIES.length()))
                    .toList();

            assertThat(packed).isNotEmpty().allMatch((jarName) -> named.stream().anyMatch(jarName::startsWith));
            assertThat(named).allMatch((name) -> packed.stream().anyMatch((jarName) -> jarName.startsWith(name)));
            assertThat(text)
                    .doesNotContain("Unknown license")
                    .containsPattern("\\(Apache License, Version 2.0\\) Netty/Common \\(io.netty:netty-common:")
                    .containsPattern("\\(The Apache Software License, Version 2.0\\) SQLite JDBC \\(org.xerial:");
        }
    }

    @Test
    void theServerNamesTheLicencesOfTheDashboardsPackages() {
        assumeFalse(Boolean.getBoolean("without.ui"), "the dashboard was left out by -DskipUi");

        HttpResponse<String> response = gpulse.get("/licenses.txt");

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("text/plain");
        assertThat(response.body())
                .containsPattern("## @vue/runtime-core - [0-9.]+ \\(MIT\\)")
                .containsPattern("## uplot - [0-9.]+ \\(MIT\\)")
                .contains("Copyright (c) 2018-present, Yuxi (Evan) You");
    }

    @Test
    void theJvmReturnsMemoryIfItsCollectorCan() {
        JsonNode jvm = gpulse.awaitJson(
                        "/api/v1/status",
                        (status) -> status.at("/jvm/flags").findValuesAsString("origin").stream()
                                .allMatch("MANAGEMENT"::equals))
                .path("jvm");

        boolean returned = jvm.path("collector").asString().equals("G1");
        assertThat(jvm.path("flags").size()).isEqualTo(returned ? 3 : 0);
        assertThat(jvm.path("reason").isNull()).isEqualTo(returned);
    }

    @Test
    void isOfModestSize() throws Exception {
        assertThat(Files.size(Path.of(System.getProperty("packaged.jar")))).isLessThan(60L * MEGABYTE);
    }

    @Test
    void aProgramThatStartsItFindsItsPortAndEndsItByClosingItsInput(@TempDir Path folder) {
        Path file = folder.resolve("port");
        try (GpulseProcess other = GpulseProcess.started(
                JavaProcess.SHORT_RUN,
                "--server.port=0",
                "--gpulse.source=demo",
                "--gpulse.port-file=" + file,
                "--gpulse.exit-with-parent=true")) {
            assertThat(file).hasContent(String.valueOf(other.port()));

            other.closeInput();

            other.awaitEnd();
            assertThat(other.exitCode()).isZero();
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void anImpossibleValueInTheEnvironmentEndsItWithOneSentence() {
        GpulseProcess refused = GpulseProcess.ended(Map.of("GPULSE_SOURCE", "tea"));

        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.output())
                .singleElement()
                .asString()
                .endsWith("gpulse does not start: Invalid gpulse.source=tea:"
                        + " must be one of auto, nvml, nvidia-smi, demo, recording, none.");
        assertThat(refused.errors()).isEmpty();
    }

    @Test
    void anUnknownOptionStopsTheStart() {
        // If it got as far as to listen, it would report that the port is taken.
        GpulseProcess refused = GpulseProcess.ended("--gpulse.sourse=demo", "--server.port=" + gpulse.port());

        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.output()).isEmpty();
        assertThat(refused.errors())
                .containsExactly(
                        "gpulse: unknown option '--gpulse.sourse'; did you mean '--gpulse.source'?" + " Try --help.");
    }

    @Test
    void helpIsPrintedAndNothingStarts() {
        GpulseProcess help = GpulseProcess.ended("--help", "--server.port=" + gpulse.port());

        assertThat(help.exitCode()).isZero();
        assertThat(help.errors()).isEmpty();
        assertThat(help.output()).anyMatch((line) -> line.contains("java -jar gpulse.jar doctor [OPTION]..."));
    }

    @Test
    void theVersionIsThatOfTheBuild() {
        GpulseProcess version = GpulseProcess.ended("--version");

        assertThat(version.exitCode()).isZero();
        assertThat(version.errors()).isEmpty();
        assertThat(version.output())
                .containsExactly(
                        "gpulse " + builtVersion(),
                        "Java " + System.getProperty("java.version") + ", " + System.getProperty("os.name") + " "
                                + System.getProperty("os.arch"));
    }

    private static String builtVersion() {
        return gpulse.json("/api/v1/status").at("/version").asString();
    }
}
