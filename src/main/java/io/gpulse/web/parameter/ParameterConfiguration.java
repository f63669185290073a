package io.gpulse.web.parameter;

import io.gpulse.web.ParameterErrorMessage;
import java.util.List;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springdoc.core.extractor.MethodParameterPojoExtractor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.Validator;
import org.springframework.web.reactive.config.WebFluxConfigurer;

/** Beans that bind, check and describe query parameters. */
@Configuration(proxyBeanMethods = false)
class ParameterConfiguration {

    @Bean
    ParameterTypes parameterTypes(List<ParameterType<?>> ofFeatures) {
        return new ParameterTypes(ofFeatures);
    }

    @Bean
    QueryParameters queryParameters(ParameterTypes types) {
        return new QueryParameters(types);
    }

    @Bean
    StrictParameters strictParameters(QueryParameters parameters) {
        return new StrictParameters(parameters);
    }

    /** Defers the validator, which Spring requests when it starts. */
    @Bean
    WebFluxConfigurer validation() {
        ValidatorOnDemand onDemand = new ValidatorOnDemand();
        return new WebFluxConfigurer() {
            @Override
            public Validator getValidator() {
                return onDemand;
            }
        };
    }

    @Bean
    ParameterErrorMessage parameterRefusal(QueryParameters parameters) {
        return new BindingErrorMessage(parameters);
    }

    @Bean
    @Lazy
    OperationCustomizer parameterSchemas(QueryParameters parameters, List<ParameterType<?>> ofFeatures) {
        // Otherwise springdoc describes the members of these types.
        ofFeatures.forEach((type) -> MethodParameterPojoExtractor.addSimpleTypes(type.type()));
        MethodParameterPojoExtractor.addSimpleTypes(DataSize.class);
        return new ParameterSchemas(parameters);
    }
}
