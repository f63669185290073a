package io.gpulse.startup;

import io.gpulse.testing.SeparateResources;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Starts a part of gpulse, and returns the sentence of a failed start. */
public final class Starting {

    private final SpringApplication application;
    private final String type;

    private Starting(String type, Class<?>... parts) {
        this.type = "spring.main.web-application-type=" + type;
        this.application = new SpringApplication(parts);
        this.application.setRegisterShutdownHook(false);
        this.application.setLogStartupInfo(false);
    }

    public static Starting without(Class<?>... parts) {
        return new Starting("none", parts);
    }

    public static Starting serving(Class<?>... parts) {
        return new Starting(
                "reactive",
                Stream.concat(Stream.of(parts), Stream.of(SeparateResources.class))
                        .toArray(Class<?>[]::new));
    }

    public Starting inEnvironment(String name, String value) {
        StandardEnvironment environment = new StandardEnvironment();
        String place = StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME;
        environment
                .getPropertySources()
                .replace(place, new SystemEnvironmentPropertySource(place, Map.of(name, value)));
        this.application.setEnvironment(environment);
        return this;
    }

    public ConfigurableApplicationContext with(String... properties) {
        return this.application.run(Stream.concat(Stream.of(this.type), Stream.of(properties))
                .map((property) -> "--" + property)
                .toArray(String[]::new));
    }

    /** Returns the sentence for the user; "started" without a failure. */
    public String resultOf(String... properties) {
        try (ConfigurableApplicationContext context = with(properties)) {
            return context.isActive() ? "started" : "ended";
        } catch (RuntimeException failure) {
            FailureAnalysis analysis = new StartFailures().analyze(failure);
            return analysis == null ? "not analysed: " + failure : analysis.getDescription();
        }
    }
}
