package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The list that the build has compiled, and what is found in it. */
class KnownPropertiesTests {

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));
    private static final Pattern OPTION = Pattern.compile("--((?:gpulse|server|spring|logging|management)\\.[\\w.-]+)");
    private static final Pattern DEFAULT = Pattern.compile("--([a-z][\\w.-]+)=([a-z0-9.]+)(?=\\s)");

    private static final KnownProperties FEW =
            KnownProperties.of(Stream.of("a.long-name", "a.list", "a.list.*", "a.map.**", "a.users.*.name"));

    private final KnownProperties known = KnownProperties.load();

    @Test
    void propertiesOfEveryLibraryAreOnTheList() {
        assertThat(this.known.names())
                .contains(
                        "server.port",
                        "server.address",
                        "logging.level.**",
                        "spring.profiles.active",
                        "spring.reactor.netty.shutdown-quiet-period",
                        "management.endpoints.web.exposure.include",
                        "management.prometheus.metrics.export.enabled",
                        "springdoc.api-docs.version",
                        "gpulse.security.tokens.*.scopes.*",
                        "spring.ssl.bundle.pem.*.reload-on-update")
                .allMatch((name) -> name.matches("[a-z0-9-]+(\\.[a-z0-9-]+|\\.\\*\\*?)*"))
                .hasSizeGreaterThan(800);
    }

    @Test
    void whatIsNoLongerSupportedIsNotOnTheList() {
        assertThat(this.known.contains("server.error.include-message")).isFalse();
        assertThat(this.known.nearest("server.error.include-message")).contains("spring.web.error.include-message");
    }

    @Test
    void everyPropertyOfGpulseIsOnTheList() throws IOException {
        List<String> ours = metadata()
                .valueStream()
                .filter((property) -> !property.get("type").asString().startsWith("java.util.Map"))
                .map((property) -> property.get("name").asString())
                .toList();

        assertThat(ours).hasSizeGreaterThan(20);
        assertThat(this.known.names()).containsAll(ours);
    }

    @Test
    void theShippedConfigurationIsKnown() {
        assertThat(own().stringPropertyNames()).isNotEmpty().allMatch(this.known::contains);
    }

    @Test
    void whatTheDocumentsAndTheImageUseIsKnown() {
        Set<String> used = Stream.of("README.md", "HELP.md", "Dockerfile", "docker-compose.yml", "deploy", "src/kit")
                .map(BASE::resolve)
                .flatMap(KnownPropertiesTests::texts)
                .flatMap((text) -> OPTION.matcher(text).results())
                .map((option) -> option.group(1).replaceFirst("\\.$", ""))
                .collect(Collectors.toSet());

        // HELP.md shows what is answered to this one.
        used.remove("server.adress");
        assertThat(used).contains("server.address", "gpulse.source").allMatch(this.known::contains);
    }

    @Test
    void whatHelpNamesIsKnownAndHasTheseDefaults() throws IOException {
        List<MatchResult> defaults =
                DEFAULT.matcher(CommandLineHelp.text() + " ").results().toList();
        Environment shipped = shipped();

        assertThat(OPTION.matcher(CommandLineHelp.text()).results())
                .hasSizeGreaterThan(8)
                .allMatch((option) -> this.known.contains(option.group(1)));
        assertThat(defaults)
                .hasSizeGreaterThan(6)
                .allSatisfy((named) -> assertThat(shipped.getProperty(named.group(1)))
                        .as(named.group(1))
                        .isEqualToIgnoringCase(named.group(2)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.long-name",
                "a.longName",
                "A.LONG_NAME",
                "a[long-name]",
                "a.list",
                "a.list[0]",
                "a.list.0",
                "a.map.x",
                "a.map.x.y",
                "a.map[x.y]",
                "a.users[x.y].name"
            })
    void aNameIsKnownInEverySpellingThatIsBound(String name) {
        assertThat(FEW.contains(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "a",
                "a.long.name",
                "a.long-name[0]",
                "a.list[0][1]",
                "a.list[",
                "a.map",
                "a.map.",
                "a.users.x.y.name",
                "a.users..name",
                "a.users.*",
                ".a.long-name",
                "a..long-name",
                "[",
                "]",
                "[]"
            })
    void whatWouldBeBoundToNothingIsNotKnown(String name) {
        assertThat(FEW.contains(name)).isFalse();
    }

    private static JsonNode metadata() throws IOException {
        // Of the several on the class path, that of gpulse's own classes.
        Path classes = BASE.resolve("target/classes/META-INF/spring-configuration-metadata.json");
        try (InputStream json = Files.newInputStream(classes)) {
            return JsonMapper.shared().readTree(json).get("properties");
        }
    }

    private static Environment shipped() throws IOException {
        MockEnvironment shipped = new MockEnvironment();
        metadata()
                .valueStream()
                .filter((property) -> property.has("defaultValue"))
                .forEach((property) -> shipped.setProperty(
                        property.get("name").asString(),
                        property.get("defaultValue").asString()));
        own().forEach((name, value) -> shipped.setProperty(name.toString(), value.toString()));
        return shipped;
    }

    private static Properties own() {
        try {
            return PropertiesLoaderUtils.loadProperties(new ClassPathResource("application.properties"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Stream<String> texts(Path place) {
        try (Stream<Path> files = Files.walk(place)) {
            return files.filter(Files::isRegularFile).map(KnownPropertiesTests::text).toList().stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
