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
 * Activates the bean definitions that Spring generated during the build (AOT), unless a property that affects them is
 * set; without them the start takes longer. The packaged jar contains these definitions, a folder of classes does not.
 */
final class AotActivation implements ApplicationListener<ApplicationEnvironmentPreparedEvent>, Ordered {

    private static final String DECISIONS = "__ApplicationContextInitializer";

    /** Sources of properties that only gpulse and Boot write. */
    private static final Set<String> BUILT_IN = Set.of("configurationProperties", "random", "applicationInfo");

    private static final String BUILT_IN_FILE = "Config resource 'class path resource [application.properties]'";

    /** The prefixes that conditions of Spring, Boot and springdoc depend on. */
    private static final Set<String> DECIDING = Set.of("spring", "management", "springdoc", "server");

    /** Properties below these prefixes that are read when a bean is created, so that they affect no definition. */
    private static final Set<ConfigurationPropertyName> HARMLESS = Set.of(
            ConfigurationPropertyName.of("server.port"),
            ConfigurationPropertyName.of("server.address"),
            ConfigurationPropertyName.of("server.ssl"),
            ConfigurationPropertyName.of("server.forward-headers-strategy"),
            ConfigurationPropertyName.of("spring.backgroundpreinitializer.ignore"));

    /** Runs after all listeners that add to the environment. */
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

    /** Returns whether no property is set that affects the generated definitions. */
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
