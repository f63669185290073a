package io.gpulse.web.parameter;

import java.util.List;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.extractor.MethodParameterPojoExtractor;
import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Validator;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.result.method.annotation.ArgumentResolverConfigurer;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;

/** Beans that read, check and describe query parameters. */
@Configuration(proxyBeanMethods = false)
class ParameterConfiguration {

    @Bean
    QueryParameters queryParameters(List<ParameterType<?>> ofFeatures) {
        return new QueryParameters(ofFeatures);
    }

    @Bean
    WebFluxRegistrations strictParameters(QueryParameters parameters) {
        return new WebFluxRegistrations() {
            @Override
            public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
                return new StrictHandlerAdapter(parameters);
            }
        };
    }

    @Bean
    WebFluxConfigurer parameterReading(QueryParameters parameters) {
        return new WebFluxConfigurer() {
            @Override
            public void configureArgumentResolvers(ArgumentResolverConfigurer resolvers) {
                resolvers.addCustomResolver(parameters);
            }

            /** Replaces the validator that Spring would load at the start: each value is checked when it is read. */
            @Override
            public Validator getValidator() {
                return Validator.forInstanceOf(Object.class, (checked, errors) -> {});
            }
        };
    }

    @Bean
    @Lazy
    OperationCustomizer parameterSchemas(QueryParameters parameters, List<ParameterType<?>> ofFeatures) {
        // Otherwise springdoc describes the members of these types.
        ofFeatures.forEach((type) -> MethodParameterPojoExtractor.addSimpleTypes(type.type()));
        MethodParameterPojoExtractor.addSimpleTypes(DataSize.class);
        return (operation, method) -> {
            parameters.of(method).forEach((known) -> known.describe(operation));
            return operation;
        };
    }
}
