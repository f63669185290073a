package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The profile {@code monitoring} of docker-compose.yml: its files exist and name services and folders that do. */
class MonitoringFilesTests {

    private static final List<String> SERVICES = List.of("prometheus", "alertmanager", "grafana");
    private static final Path PROVISIONING = Path.of("deploy/grafana/provisioning");
    private static final String READ_ONLY = ":ro";

    static List<String> settings() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("deploy"))) {
            return files.map(Path::toString)
                    .filter((name) -> name.endsWith(".yml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("settings")
    void aFileOfSettingsIsYamlWithoutRepeatedKeys(String file) throws IOException {
        assertThat(parsed(Path.of(file))).isNotEmpty();
    }

    @Test
    void imagesHaveFixedVersions() throws IOException {
        Map<String, Map<String, ?>> services = ImageFilesTests.services();

        assertThat(SERVICES)
                .allSatisfy(
                        (name) -> assertThat(String.valueOf(services.get(name).get("image")))
                                .matches("[a-z]+/" + name + ":v?\\d+\\.\\d+\\.\\d+"));
    }

    @Test
    void whatIsMountedExistsAndCannotBeWritten() throws IOException {
        assertThat(SERVICES.stream().flatMap((name) -> mounts(name).stream()))
                .hasSize(5)
                .allSatisfy((mount) -> {
                    assertThat(mount).endsWith(READ_ONLY);
                    assertThat(Path.of(mount.split(":")[0])).exists();
                });
    }

    /** Prometheus resolves the name in relation to the file of its settings. */
    @Test
    void theRulesAreWherePrometheusReadsThem() throws IOException {
        Object rules = ((List<?>) parsed(Path.of("deploy/prometheus.yml")).get("rule_files")).get(0);

        assertThat(Path.of("deploy", rules.toString())).exists();
        assertThat(mounts("prometheus"))
                .contains("./deploy/prometheus:/etc/prometheus/"
                        + Path.of(rules.toString()).getParent() + READ_ONLY);
    }

    /** {@code mvn -Phelm validate} tests the chart itself. */
    @Test
    void theChartHasTheSameRulesAndTheVersionOfThePom() throws IOException {
        Path chart = Path.of("deploy/helm");
        Object version = parsed(chart.resolve("Chart.yaml")).get("appVersion");

        assertThat(chart.resolve("gpulse.rules.yml"))
                .hasSameTextualContentAs(Path.of("deploy/prometheus/gpulse.rules.yml"));
        assertThat(Files.readString(Path.of("pom.xml")))
                .containsPattern("<artifactId>gpulse</artifactId>\\s+<version>" + version + "</version>");
    }

    @Test
    void grafanaReadsTheBoardsOfThisRepository() throws IOException {
        Map<?, ?> provider = first(PROVISIONING.resolve("dashboards/gpulse.yml"), "providers");
        Map<?, ?> options = (Map<?, ?>) provider.get("options");
        JsonNode board = JsonMapper.shared().readTree(Path.of("deploy/grafana/gpulse-fleet.json"));

        assertThat(mounts("grafana"))
                .contains("./deploy/grafana:" + options.get("path") + READ_ONLY)
                .contains("./" + PROVISIONING + ":/etc/grafana/provisioning" + READ_ONLY);
        assertThat(board.at("/templating/list/0/query").asString())
                .isEqualTo(first(PROVISIONING.resolve("datasources/gpulse.yml"), "datasources")
                        .get("type"));
    }

    @Test
    void servicesFindEachOtherByTheirNames() throws IOException {
        Set<String> services = ImageFilesTests.services().keySet();
        String prometheus = Files.readString(Path.of("deploy/prometheus.yml"));
        Object source = first(PROVISIONING.resolve("datasources/gpulse.yml"), "datasources")
                .get("url");

        assertThat(services).contains("gpulse", "prometheus", "alertmanager");
        assertThat(prometheus).contains("\"gpulse:8080\"", "\"alertmanager:9093\"");
        assertThat(source).isEqualTo("http://prometheus:9090");
    }

    private static List<String> mounts(String service) {
        try {
            return ImageFilesTests.strings(ImageFilesTests.services().get(service), "volumes").stream()
                    .filter((volume) -> volume.startsWith("./"))
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Map<?, ?> first(Path file, String list) throws IOException {
        return (Map<?, ?>) ((List<?>) parsed(file).get(list)).get(0);
    }

    private static Map<String, ?> parsed(Path file) throws IOException {
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        return new Yaml(new SafeConstructor(options)).load(Files.readString(file));
    }
}
