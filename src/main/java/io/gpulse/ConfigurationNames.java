package io.gpulse;

import io.gpulse.metric.Spelling;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.stereotype.Component;

/**
 * Stops the start when a {@code gpulse.*} name is misspelt. Environment variables are left out: Kubernetes makes some
 * of its own ({@code GPULSE_SERVICE_HOST}) for a service that is called gpulse.
 */
@Component
class ConfigurationNames implements BeanFactoryPostProcessor {

    private static final ConfigurationPropertyName OURS = ConfigurationPropertyName.of("gpulse");

    /** A name that users choose, or the index of a list. */
    private static final String ANY = "*";

    private static final List<String> KNOWN = List.of(
            "source",
            "demo-when-no-gpu",
            "nvml.library",
            "recording.file",
            "recording.speed",
            "recording.loop",
            "smi.file",
            "sampling.every",
            "stream.max-subscribers",
            "stream.max-subscribers-per-address",
            "stream.replay",
            "stream.replay-max-bytes",
            "stream.max-encodings",
            "stream.max-encodings-per-address",
            "history.enabled",
            "history.dir",
            "history.raw",
            "history.minute",
            "history.max-size",
            "processes.enabled",
            "processes.command-line",
            "processes.proc",
            "security.anonymous",
            "security.tokens.*.value",
            "security.tokens.*.file",
            "security.tokens.*.scopes",
            "security.tokens.*.scopes.*",
            "security.users.*.password",
            "security.users.*.scopes",
            "security.users.*.scopes.*",
            "security.hosts",
            "security.hosts.*",
            "security.frame-ancestors",
            "security.frame-ancestors.*");

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        // Injection into such a processor is not at work yet.
        Environment environment = beans.getBean(Environment.class);
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
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
        if (KNOWN.stream().noneMatch((known) -> matches(known.split("\\."), name))) {
            throw new StartRefusedException("There is no property " + name + "; the nearest is " + nearest(name) + ".");
        }
    }

    private static boolean matches(String[] known, ConfigurationPropertyName name) {
        return known.length == name.getNumberOfElements() - 1
                && IntStream.range(0, known.length)
                        .allMatch((i) -> known[i].equals(ANY)
                                || known[i].replace("-", "").equals(name.getElement(i + 1, Form.UNIFORM)));
    }

    private static String nearest(ConfigurationPropertyName name) {
        String misspelt = name.toString().toLowerCase(Locale.ROOT);
        return KNOWN.stream()
                .filter((known) -> !known.endsWith(ANY))
                .map((known) -> withNamesOf(name, known.split("\\.")))
                .min(Comparator.comparingInt((known) -> Spelling.distance(known.toLowerCase(Locale.ROOT), misspelt)))
                .orElseThrow();
    }

    /** The known name with the names that the user chose in the places where names are chosen. */
    private static String withNamesOf(ConfigurationPropertyName name, String[] known) {
        StringBuilder filled = new StringBuilder("gpulse");
        for (int i = 0; i < known.length; i++) {
            boolean chosen = known[i].equals(ANY) && i + 1 < name.getNumberOfElements();
            filled.append('.').append(chosen ? name.getElement(i + 1, Form.ORIGINAL) : known[i].replace(ANY, "NAME"));
        }
        return filled.toString();
    }
}
