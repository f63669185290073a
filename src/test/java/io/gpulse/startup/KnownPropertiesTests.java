package io.gpulse.startup;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.mock.env.MockEnvironment;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The properties of the class path, as their metadata describe them. */
class KnownPropertiesTests {

    private static final Path BASE = Path.of(System.getProperty("basedir", ""));
    private static final Pattern OPTION = Pattern.compile("--((?:gpulse|server|spring|logging|management)\\.[\\w.-]+)");
    private static final Pattern DEFAULT = Pattern.compile("--([a-z][\\w.-]+)=([a-z0-9.]+)(?=\\s)");

    private final KnownProperties known = KnownProperties.ofClassPath();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "server.port",
                "server.address",
                "logging.level.root",
                "spring.profiles.active",
                "spring.reactor.netty.shutdown-quiet-period",
                "management.endpoints.web.exposure.include",
                "management.prometheus.metrics.export.enabled",
                "springdoc.api-docs.version",
                "gpulse.security.tokens.x.scopes[0]",
                "spring.ssl.bundle.pem.x.reload-on-update"
            })
    void propertiesOfEveryLibraryAreKnown(String name) {
        assertThat(this.known.contains(name)).isTrue();
    }

    @Test
    void propertiesThatAreNoLongerSupportedAreUnknown() {
        assertThat(this.known.contains("server.error.include-message")).isFalse();
        assertThat(this.known.nearest("server.error.include-message")).contains("spring.web.error.include-message");
    }

    @Test
    void everyPropertyOfGpulseIsKnown() throws IOException {
        List<String> ours = metadata()
                .valueStream()
                .filter((property) -> !property.get("type").asString().startsWith("java.util.Map"))
                .map((property) -> property.get("name").asString())
                .toList();

        assertThat(ours).hasSizeGreaterThan(20).allMatch(this.known::contains);
    }

    @Test
    void theShippedConfigurationIsKnown() {
        assertThat(own().stringPropertyNames()).isNotEmpty().allMatch(this.known::contains);
    }

    @Test
    void optionsInDocumentsAndInTheImageAreKnown() {
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
    void optionsInHelpAreKnownAndHaveTheirDefaults() throws IOException {
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
                "gpulse.port-file",
                "gpulse.portFile",
                "GPULSE.PORT_FILE",
                "gpulse[source]",
                "gpulse.security.hosts",
                "gpulse.security.hosts[0]",
                "gpulse.security.hosts.0",
                "gpulse.insight.silences[0].gpu",
                "gpulse.insight.silences[1].rule",
                "gpulse.security.tokens[x.1.y].scopes[1]",
                "gpulse.security.tokens.1.scopes.1",
                "spring.profiles.active[0]",
                "spring.profiles.active.0",
                "logging.level.x",
                "logging.level.x.y",
                "logging.level[x.y]",
                "gpulse.security.tokens[x.y].value"
            })
    void aNameIsKnownInEverySpellingThatIsBound(String name) {
        assertThat(this.known.contains(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "gpulse",
                "gpulse.port.file",
                "gpulse.port-file[0]",
                "gpulse.security.hosts[0][1]",
                "gpulse.security.hosts[",
                "gpulse.security.hosts.x",
                "gpulse.security.hosts[x]",
                "gpulse.insight.silences[0]",
                "gpulse.insight.silences[0].gup",
                "spring.profiles.active[x]",
                "logging.level",
                "logging.level.",
                "gpulse.security.tokens.x.y.value",
                "gpulse.security.tokens.value",
                "gpulse.security.tokens.x.*",
                "gpulse.security.tokens..value",
                "[",
                "]",
                "[]"
            })
    void aNameThatBindsNothingIsUnknown(String name) {
        assertThat(this.known.contains(name)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "password, gpulse.security.users.NAME.password",
        "gpulse.security.users.Bob.pasword, gpulse.security.users.Bob.password",
        "gpulse.insight.silences[3].gup, gpulse.insight.silences[3].gpu",
        "gpulse.insight.silence[0].gpu, gpulse.insight.silences[0].gpu",
        "insight.silences, gpulse.insight.silences",
        "gpulse.security.host[0], gpulse.security.hosts",
        "GPULSE_SECURITY_TOKENS_BOB_VALUE, gpulse.security.tokens.BOB.value",
        "server.servlet.jsp.init-parametrs, server.servlet.jsp.init-parameters.NAME",
        "spring.ssl.bundle.pem.web.keystore.certifcate, spring.ssl.bundle.pem.web.keystore.certificate"
    })
    void theNearestNameOfAnEntryHasItsKey(String misspelt, String nearest) {
        assertThat(this.known.nearest(misspelt)).contains(nearest);
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
