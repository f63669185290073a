package io.gpulse.text;

import io.gpulse.rounds.Rounds;
import io.gpulse.stream.SnapshotStream;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.web.parameter.EnumParameter;
import io.gpulse.web.parameter.ParameterType;
import java.util.List;
import org.springdoc.core.customizers.OperationCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Beans of the endpoints for terminals and scrapers. */
@Configuration(proxyBeanMethods = false)
class TextConfiguration {

    @Bean
    ParameterType<TableQuery.Watch> watch() {
        return new EnumParameter<>(TableQuery.Watch.class, List.of("", "true", "false"), TableQuery.Watch::of);
    }

    @Bean
    RecentSamples recentSamples(Rounds rounds) {
        return new RecentSamples(rounds);
    }

    @Bean
    @Lazy
    OperationCustomizer queryOperation() {
        return new QueryOperation();
    }

    @Bean
    TextStream textStream(SnapshotStream stream) {
        return new TextStream(stream);
    }
}
