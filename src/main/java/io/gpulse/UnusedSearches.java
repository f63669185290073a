package io.gpulse;

import java.util.List;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.context.annotation.AnnotationConfigUtils;

/**
 * Takes away what would look at every bean for an annotation that none has, and load whatever these beans' annotations
 * name: components of Jackson, and methods that listen to events.
 */
final class UnusedSearches implements BeanDefinitionRegistryPostProcessor {

    private static final List<String> NAMES = List.of(
            "jsonComponentModule",
            AnnotationConfigUtils.EVENT_LISTENER_PROCESSOR_BEAN_NAME,
            AnnotationConfigUtils.EVENT_LISTENER_FACTORY_BEAN_NAME);

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        NAMES.stream().filter(registry::containsBeanDefinition).forEach(registry::removeBeanDefinition);
    }

    @Override
    public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {}
}
