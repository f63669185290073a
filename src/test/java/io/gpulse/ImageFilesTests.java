package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** Properties of the image and its services that can be read from their files, without a container engine. */
class ImageFilesTests {

    private static final Path DOCKERFILE = Path.of("Dockerfile");

    @Test
    void theImageTakesEverythingFromTheRepository() throws IOException {
        List<String> taken = instructions("COPY ")
                .filter(Predicate.not((copy) -> copy.contains("--from=") || copy.contains("<<")))
                .flatMap((copy) -> Arrays.stream(copy.split("\\s+")).takeWhile(Predicate.not("./"::equals)))
                .toList();

        assertThat(taken)
                .contains("pom.xml", "src/build/", "src/main/")
                .allSatisfy((path) -> assertThat(Path.of(path)).exists());
    }

    @Test
    void dockerignoreIncludesTheFilesOfTheImage() throws IOException {
        List<String> seen = Files.readAllLines(Path.of(".dockerignore"));

        assertThat(seen)
                .contains(
                        "*", "!.mvn/", "!pom.xml", "!src/build/", "!src/main/", "!frontend/", "frontend/node_modules/");
    }

    @Test
    void gpulseRunsAsAnUnprivilegedUser() throws IOException {
        assertThat(last("USER ")).matches("[1-9]\\d+:[1-9]\\d+");
    }

    @Test
    void theHistoryOutlivesItsContainer() throws IOException {
        assertThat(lines())
                .contains("VOLUME /var/lib/gpulse")
                .anyMatch((line) -> line.contains("STATE_DIRECTORY=/var/lib/gpulse"));
        assertThat(List.of("gpulse", "demo"))
                .allSatisfy((name) -> assertThat(strings(services().get(name), "volumes"))
                        .allMatch((volume) -> volume.endsWith(":/var/lib/gpulse"))
                        .hasSize(1));
    }

    @Test
    void onlyTheUtilityPartOfTheDriverIsRequested() throws IOException {
        assertThat(lines().map(String::strip).toList())
                .anyMatch((line) -> line.startsWith("NVIDIA_DRIVER_CAPABILITIES=utility"))
                .noneMatch((line) -> line.matches(".*CAPABILITIES=.*(all|compute|graphics|video).*"));
        assertThat(last("ENV ")).contains("NVIDIA_VISIBLE_DEVICES=all");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-Dspring.aot.enabled=true",
                "-XX:+UseSerialGC",
                "-Xss512k",
                "-Xms32m",
                "-Xmx128m",
                "-XX:TrimNativeHeapInterval=5000",
                "-XX:+UseCompactObjectHeaders",
                "--enable-native-access=ALL-UNNAMED",
                "-Djna.boot.library.path=/app/native",
                "-Djna.nounpack=true",
                "-Dorg.sqlite.lib.path=/app/native",
                "-Dorg.sqlite.lib.name=libsqlitejdbc.so",
                "echo -XX:AOTCache=gpulse.aot >> jvm.options"
            })
    void theJvmIsGivenTheOptionsThatWereMeasured(String option) throws IOException {
        assertThat(lines()).contains(option);
        assertThat(last("ENTRYPOINT ")).contains("\"@jvm.options\"");
    }

    @Test
    void freedMemoryIsKeptInTwoArenas() throws IOException {
        assertThat(lines().map(String::strip)).contains("MALLOC_ARENA_MAX=2 \\");
    }

    @Test
    void anImageWhoseCacheDoesNotFitIsNotBuilt() throws IOException {
        assertThat(lines())
                .containsSubsequence(
                        "rehearse 0 -XX:AOTCacheOutput=gpulse.aot -Xlog:aot=error", "rehearse 10001 -XX:AOTMode=on");
    }

    @Test
    void theImageChecksItsHealth() throws IOException {
        assertThat(last("HEALTHCHECK ")).contains("\"./ask\", \"/actuator/health/readiness\"");
    }

    @Test
    void nothingIsPublishedBeyondThisMachine() throws IOException {
        assertThat(services().values())
                .hasSize(5)
                .allSatisfy((service) -> assertThat(strings(service, "ports"))
                        .isNotEmpty()
                        .allMatch((port) -> port.startsWith("127.0.0.1:")));
    }

    /** In its container gpulse listens on every address, and starts only with authentication. */
    @Test
    void theServicesConfigureAccessAndHostNames() throws IOException {
        Map<String, Map<String, ?>> services = services();

        assertThat(List.of("gpulse", "demo"))
                .allSatisfy((name) -> assertThat(services.get(name))
                        .extracting("environment")
                        .isEqualTo(Map.of(
                                "GPULSE_SECURITY_ANONYMOUS",
                                "read",
                                "GPULSE_SECURITY_HOSTS",
                                "gpulse,demo",
                                "GPULSE_FLEET_PROMETHEUS_URL",
                                "${GPULSE_FLEET_PROMETHEUS_URL:-}")));
        assertThat(lines()).noneMatch((line) -> line.contains("ANONYMOUS"));
    }

    @Test
    void noServiceMayWriteOrGainRights() throws IOException {
        assertThat(services().values()).allSatisfy((service) -> {
            assertThat(service.get("read_only")).isEqualTo(true);
            assertThat(strings(service, "cap_drop")).containsExactly("ALL");
            assertThat(strings(service, "security_opt")).containsExactly("no-new-privileges:true");
        });
    }

    @Test
    void onlyTheServiceWithGpusComesUpByItself() throws IOException {
        Map<String, Map<String, ?>> services = services();

        assertThat(services.get("gpulse")).doesNotContainKey("profiles").containsKey("deploy");
        assertThat(strings(services.get("demo"), "profiles")).containsExactly("demo");
        assertThat(services.get("demo")).doesNotContainKey("deploy");
        assertThat(List.of("prometheus", "alertmanager", "grafana"))
                .allSatisfy((name) ->
                        assertThat(strings(services.get(name), "profiles")).containsExactly("monitoring"));
    }

    @Test
    void prometheusHasTheAddressOfGpulse() throws IOException {
        String configuration =
                strings(services().get("prometheus"), "volumes").get(0).split(":")[0];

        assertThat(Path.of(configuration)).content().contains("gpulse:8080").contains("metrics_path: /metrics");
    }

    private static Stream<String> lines() throws IOException {
        return Files.readAllLines(DOCKERFILE).stream();
    }

    private static Stream<String> instructions(String name) throws IOException {
        return lines().filter((line) -> line.startsWith(name)).map((line) -> line.substring(name.length()));
    }

    private static String last(String name) throws IOException {
        return instructions(name).reduce("", (before, line) -> line);
    }

    static Map<String, Map<String, ?>> services() throws IOException {
        Yaml yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
        Map<String, Map<String, Map<String, ?>>> composed = yaml.load(Files.readString(Path.of("docker-compose.yml")));
        return composed.get("services");
    }

    static List<String> strings(Map<String, ?> service, String key) {
        return ((List<?>) service.get(key)).stream().map(String::valueOf).toList();
    }
}
