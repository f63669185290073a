package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class AotActivationTests {

    private static final String BUILT_IN =
            "Config resource 'class path resource [application.properties]' via location 'optional:classpath:/'";

    @Test
    void holdWithoutFurtherProperties() {
        assertThat(hold(new MapPropertySource(BUILT_IN, Map.of("spring.main.banner-mode", "off"))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpulse.source",
                "gpulse.security.tokens.mine.value",
                "server.port",
                "server.address",
                "server.ssl.bundle",
                "server.forward-headers-strategy",
                "logging.level.root",
                "java.version"
            })
    void holdWithPropertiesThatAreReadAtEveryStart(String name) {
        assertThat(hold(argument(name))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.main.lazy-initialization",
                "spring.profiles.active",
                "spring.application.json",
                "spring.webflux.base-path",
                "management.server.port",
                "management.endpoints.web.exposure.include",
                "management.prometheus.metrics.export.enabled",
                "springdoc.api-docs.enabled",
                "springdoc.swaggerUi.enabled",
                "server.compression.enabled",
                "server.http2.enabled"
            })
    void doNotHoldWithPropertiesThatAffectThem(String name) {
        assertThat(hold(argument(name))).isFalse();
    }

    @Test
    void aVariableCountsAsAnArgumentDoes() {
        assertThat(hold(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        Map.of("SPRINGDOC_APIDOCS_ENABLED", "false"))))
                .isFalse();
        assertThat(hold(new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                        Map.of("SERVER_PORT", "80", "GPULSE_SOURCE", "demo", "HOME", "/"))))
                .isTrue();
    }

    private static PropertySource<?> argument(String name) {
        return new MapPropertySource("commandLineArgs", Map.of(name, "any"));
    }

    private static boolean hold(PropertySource<?> source) {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach((each) -> environment.getPropertySources().remove(each.getName()));
        environment.getPropertySources().addFirst(source);
        ConfigurationPropertySources.attach(environment);
        return AotActivation.hold(environment);
    }
}
