package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ConfigurationNamesTests {

    private final Starting gpulse = Starting.without(ConfigurationNames.class);

    @ParameterizedTest
    @CsvSource({
        "gpulse.sourse, gpulse.source",
        "gpulse.sampling.evry, gpulse.sampling.every",
        "gpulse.samplingEvery, gpulse.sampling.every",
        "gpulse.stream.max-subscriber, gpulse.stream.max-subscribers",
        "gpulse.demo-if-no-gpu, gpulse.demo-when-no-gpu",
        "gpulse.sampling.every[0], gpulse.sampling.every",
        "gpulse.security.tokens.alice.vaule, gpulse.security.tokens.alice.value",
        "gpulse.security.token.alice.value, gpulse.security.tokens.alice.value"
    })
    void anUnknownNameStopsTheStartAndTheNearestIsNamed(String unknown, String nearest) {
        assertThat(this.gpulse.resultOf(unknown + "=1"))
                .startsWith("There is no property gpulse.")
                .endsWith("; the nearest is " + nearest + ".");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "source",
                "demo-when-no-gpu",
                "port-file",
                "exit-with-parent",
                "nvml.library",
                "sampling.every",
                "web.max-connections",
                "stream.max-subscribers",
                "stream.max-subscribers-per-address",
                "stream.replay",
                "stream.replay-max-bytes",
                "stream.max-encodings",
                "history.enabled",
                "history.dir",
                "history.raw",
                "history.minute",
                "history.max-size",
                "history.max-answers-per-address",
                "insight.enabled",
                "insight.rules.idle-allocated.enabled",
                "insight.rules.idle-allocated.memory",
                "processes.enabled",
                "processes.command-line",
                "processes.proc",
                "security.anonymous",
                "security.tokens.alice.value",
                "security.tokens.alice.file",
                "security.tokens.alice.scopes",
                "security.tokens.alice.scopes[0]",
                "security.tokens[a.lice].value",
                "security.users.bob.password",
                "security.users.bob.scopes",
                "security.hosts",
                "security.hosts[1]",
                "security.frame-ancestors"
            })
    void aNameOfTheContractIsAcceptedFromTheFirstReleaseOn(String name) {
        assertThat(this.gpulse.resultOf("gpulse." + name + "=1")).isEqualTo("started");
    }

    @ParameterizedTest
    @ValueSource(strings = {"xml.file"})
    void aNameThatConfiguresNothingStopsTheStart(String name) {
        assertThat(this.gpulse.resultOf("gpulse." + name + "=1"))
                .startsWith("There is no property gpulse." + name + "; ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpulse.demoWhenNoGpu",
                "gpulse.demo_when_no_gpu",
                "gpulse.stream.maxSubscribersPerAddress",
                "GPULSE.SOURCE",
                "gpulse.Sampling.Every"
            })
    void aNameMayBeSpeltInAnyWayThatIsBound(String name) {
        assertThat(this.gpulse.resultOf(name + "=1")).isEqualTo("started");
    }

    @Test
    void everyBoundPropertyIsKnown() throws IOException {
        URL classes =
                ConfigurationNames.class.getProtectionDomain().getCodeSource().getLocation();
        JsonNode properties;
        try (InputStream metadata = new URL(classes, "META-INF/spring-configuration-metadata.json").openStream()) {
            properties = JsonMapper.shared().readTree(metadata).get("properties");
        }

        String[] names = properties
                .valueStream()
                .filter((property) -> property.get("name").asString().startsWith("gpulse."))
                // The metadata has no properties below the names of tokens and users.
                .filter((property) -> !property.get("type").asString().startsWith("java.util.Map"))
                .map((property) -> property.get("name").asString() + "=1")
                .toArray(String[]::new);

        assertThat(Arrays.asList(names)).contains("gpulse.sampling.every=1");
        assertThat(this.gpulse.resultOf(names)).isEqualTo("started");
    }

    @Test
    void variablesThatKubernetesMakesForAServiceCalledGpulseAreLeftAlone() {
        Starting inKubernetes = this.gpulse.inEnvironment("GPULSE_SERVICE_HOST", "10.0.0.1");

        assertThat(inKubernetes.resultOf()).isEqualTo("started");
    }

    @Test
    void otherNamesAreNotChecked() {
        assertThat(this.gpulse.resultOf("gpulsar.sourse=1", "server.prot=1")).isEqualTo("started");
    }
}
