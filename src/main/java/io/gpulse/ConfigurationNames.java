package io.gpulse;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
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
 * Stops the start when a {@code gpulse.*} name is misspelt. Environment variables are left out: Kubernetes makes some of
 * its own ({@code GPULSE_SERVICE_HOST}) for a service that is called gpulse.
 */
@Component
class ConfigurationNames implements BeanFactoryPostProcessor {

    private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of("gpulse");

    private static final List<String> SINGLE = List.of(
            "source",
            "demo-when-no-gpu",
            "nvml.library",
            "smi.file",
            "sampling.every",
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
            "processes.enabled",
            "processes.command-line",
            "processes.proc",
            "security.anonymous");

    /** Names below which users choose names of their own, or lists. */
    private static final List<String> OPEN =
            List.of("security.tokens", "security.users", "security.hosts", "security.frame-ancestors");

    private final Environment environment;

    ConfigurationNames(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(this.environment)) {
            if (source instanceof IterableConfigurationPropertySource names && !isOfEnvironment(source)) {
                names.stream().filter(OURS::isAncestorOf).forEach(ConfigurationNames::check);
            }
        }
    }

    private static boolean isOfEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> underlying
                && underlying.getName().startsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
    }

    private static void check(ConfigurationPropertyName name) {
        boolean known = SINGLE.stream().anyMatch((single) -> OURS.append(single).equals(name))
                || OPEN.stream().map(OURS::append).anyMatch((open) -> open.equals(name) || open.isAncestorOf(name));
        if (!known) {
            throw new StartRefusedException("There is no property " + name + "; the nearest is " + nearest(name) + ".");
        }
    }

    private static String nearest(ConfigurationPropertyName name) {
        return Stream.concat(SINGLE.stream(), OPEN.stream())
                .map((known) -> "gpulse." + known)
                .min(Comparator.comparingInt((known) -> distance(known, name.toString())))
                .orElseThrow();
    }

    /** Letters to insert, drop or change. */
    private static int distance(String one, String other) {
        int[] costs = new int[other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            int diagonal = i - 1;
            for (int j = 0; j <= other.length(); j++) {
                int above = costs[j];
                if (i == 0 || j == 0) {
                    costs[j] = i + j;
                } else {
                    int changed = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                    costs[j] = Math.min(changed, 1 + Math.min(above, costs[j - 1]));
                }
                diagonal = above;
            }
        }
        return costs[other.length()];
    }
}
