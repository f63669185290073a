package io.gpulse.startup;

import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.stereotype.Component;

/**
 * Stops the start when a {@code gpulse.*} name is misspelt. Environment variables are not checked: Kubernetes sets
 * some ({@code GPULSE_SERVICE_HOST}) for a service that is called gpulse.
 */
@Component
class ConfigurationNames implements BeanFactoryPostProcessor {

    private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of("gpulse");

    private final KnownProperties known = KnownProperties.ofGpulse();

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        // Dependencies are not injected into such a processor.
        Environment environment = beans.getBean(Environment.class);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource names && !isOfEnvironment(source)) {
                names.stream().filter(OURS::isAncestorOf).forEach(this::check);
            }
        }
    }

    private static boolean isOfEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> underlying
                && underlying.getName().startsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    }

    private void check(ConfigurationPropertyName name) {
        String written = name.toString();
        if (!this.known.contains(written)) {
            throw new StartRefusedException("There is no property " + written
                    + this.known
                            .nearest(written)
                            .map((nearest) -> "; the nearest is " + nearest)
                            .orElse("; java -jar gpulse.jar --help names the most important ones")
                    + ".");
        }
    }
}
