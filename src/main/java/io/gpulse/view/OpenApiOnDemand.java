package io.gpulse.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;

/**
 * Creates the beans of springdoc at the first request of its document. springdoc excludes them from lazy
 * initialisation, since no bean refers to some of them. Here its controllers depend on all of them.
 */
final class OpenApiOnDemand implements BeanFactoryPostProcessor {

    /** The controllers of the document, on the server's and on the management port. */
    private static final Set<String> RESOURCES = Set.of("openApiResource", "openApiActuatorResource");

    private static final String SPRINGDOC = "org.springdoc.";

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
        List<String> needed = new ArrayList<>();
        for (String name : beans.getBeanDefinitionNames()) {
            if (isOfSpringdoc(beans, name)) {
                beans.getBeanDefinition(name).setLazyInit(true);
                needed.add(name);
            }
        }
        needed.removeAll(RESOURCES);
        RESOURCES.stream()
                .filter(beans::containsBeanDefinition)
                .map(beans::getBeanDefinition)
                .forEach((resource) -> resource.setDependsOn(needed.toArray(String[]::new)));
    }

    private static boolean isOfSpringdoc(ConfigurableListableBeanFactory beans, String name) {
        BeanDefinition definition = beans.getBeanDefinition(name);
        String factory = definition.getFactoryBeanName();
        return isOfSpringdoc(definition.getBeanClassName())
                || (factory != null
                        && beans.containsBeanDefinition(factory)
                        && isOfSpringdoc(beans.getBeanDefinition(factory).getBeanClassName()));
    }

    private static boolean isOfSpringdoc(@Nullable String type) {
        return type != null && type.startsWith(SPRINGDOC);
    }
}
