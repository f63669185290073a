package io.gpulse.startup;

import java.util.Set;
import java.util.stream.Stream;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.SpringProperties;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.util.ClassUtils;

/**
 * Starts from what Spring has decided when gpulse was built, unless somebody has set what such a decision depends on:
 * then Spring decides anew, which takes longer. The jar of a build holds these decisions, its folder of classes does
 * not.
 */
final class AotActivation implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private static final String DECISIONS = "__ApplicationContextInitializer";

    /** Said by gpulse and by Boot, in sources that nobody else writes. */
    private static final Set<String> BUILT_IN = Set.of("configurationProperties", "random", "applicationInfo");

    private static final String BUILT_IN_FILE = "Config resource 'class path resource [application.properties]'";

    /** No condition of Spring, Boot or springdoc asks for anything else. */
    private static final Set<String> DECIDING = Set.of("spring", "management", "springdoc", "server");

    /** Of those, what is only read when a bean is made; the image has always been started with any of them. */
    private static final Set<ConfigurationPropertyName> HARMLESS = Set.of(
            ConfigurationPropertyName.of("server.port"),
            ConfigurationPropertyName.of("server.address"),
            ConfigurationPropertyName.of("server.ssl"),
            ConfigurationPropertyName.of("server.forward-headers-strategy"),
            ConfigurationPropertyName.of("spring.backgroundpreinitializer.ignore"));

    /** After all that adds to the environment. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
        Class<?> main = event.getSpringApplication().getMainApplicationClass();
        if (main != null
                && ClassUtils.isPresent(main.getName() + DECISIONS, main.getClassLoader())
                && hold(event.getEnvironment())) {
            SpringProperties.setFlag("spring.aot.enabled");
        }
    }

    /** Whether nothing is set that they depend on. */
    static boolean hold(Environment environment) {
        return names(environment).noneMatch(AotActivation::isDeciding);
    }

    private static Stream<ConfigurationPropertyName> names(Environment environment) {
        Stream.Builder<ConfigurationPropertyName> names = Stream.builder();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource iterable && !isBuiltIn(source)) {
                iterable.forEach(names);
            }
        }
        return names.build();
    }

    private static boolean isBuiltIn(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> underlying
                && (BUILT_IN.contains(underlying.getName())
                        || underlying.getName().startsWith(BUILT_IN_FILE));
    }

    private static boolean isDeciding(ConfigurationPropertyName name) {
        String first = name.getElement(0, ConfigurationPropertyName.Form.UNIFORM);
        return DECIDING.contains(first)
                && HARMLESS.stream().noneMatch((harmless) -> harmless.equals(name) || harmless.isAncestorOf(name));
    }
}
