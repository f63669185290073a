package io.gpulse.insight.silence;

import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.parameter.WordListSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.time.Clock;
import java.util.Objects;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** Beans of silences and their storage. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(SilenceProperties.class)
class SilenceConfiguration {

    @Bean
    Silences silences(SilenceProperties properties, PublishedSnapshots published) {
        Clock clock = Clock.systemUTC();
        return new Silences(properties.permanent(clock.instant()), published, clock);
    }

    /** Lists all rules as an enum in the schema of a silence. */
    @Bean
    @Lazy
    OpenApiCustomizer silencedRuleSchema() {
        return (document) -> {
            Schema<?> silence = document.getComponents().getSchemas().get("NewSilence");
            if (silence != null) {
                Schema<?> rule = Objects.requireNonNull(silence.getProperties().get("rule"));
                Schema<?> words = WordListSchema.enumOf(InsightRules.ids());
                words.setDescription(rule.getDescription());
                words.setExample(rule.getExample());
                silence.getProperties().put("rule", words);
            }
        };
    }

    @Bean
    SilenceArchive silenceArchive(Silences silences, HistoryReader reader, HistoryWriter writer) {
        return new SilenceArchive(silences, reader, writer);
    }
}
