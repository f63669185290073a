package io.gpulse.insight;

import io.gpulse.device.Owners;
import io.gpulse.event.EventLog;
import io.gpulse.event.detection.PowerSupplies;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.history.past.PastAlerts;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.sampling.DriverEventFeed;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.view.PublishedSnapshots;
import io.gpulse.web.parameter.WordListSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Lazy;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.json.JsonMapper;

/** Beans that evaluate the rules, and those of silences. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(InsightProperties.class)
class InsightConfiguration {

    @Bean
    @Lazy
    ObservationScope observationScope(ObjectProvider<Owners> owners, @Value("${gpulse.source:auto}") String source) {
        return new ObservationScope(
                !source.equalsIgnoreCase("none"),
                owners.stream().allMatch(Owners::hasAll),
                ObservationScope.isWindows(Path.of("/")),
                PowerSupplies.ofThisMachine()::onBattery);
    }

    /** Loads the rules, which takes time that the first response does not have: created after it. */
    @Bean
    @Lazy
    InsightEngine insightEngine(
            InsightProperties properties, ObservationScope scope, Silences silences, EventLog events) {
        return new InsightEngine(properties.enabledRules(), scope, silences::current, events);
    }

    @Bean
    @Lazy
    PastAlerts pastAlerts(InsightProperties properties, ObservationScope scope) {
        return new PastInsights(properties, scope);
    }

    @Bean
    InsightService.Inputs insightInputs(
            SnapshotFeed feed, HistoryReader history, EventLog log, ObjectProvider<DriverEventFeed> driver) {
        // A search for beans in every round would take longer than a rule.
        SingletonSupplier<Optional<DriverEventFeed>> faults =
                SingletonSupplier.of(() -> driver.stream().findFirst());
        return new InsightService.Inputs(
                feed,
                history,
                log,
                () -> faults.obtain().map((known) -> known.monitored().get()).orElse(Set.of()));
    }

    @Bean
    ActiveInsights activeInsights(InsightService service, Silences silences, JsonMapper json) {
        return new ActiveInsights(service, silences, json);
    }

    @Bean
    @DependsOn("eventRecorder")
    InsightService insightService(
            InsightService.Inputs inputs,
            ObjectProvider<InsightEngine> engine,
            JsonMapper json,
            @Qualifier("alerts") Scheduler thread) {
        return new InsightService(inputs, engine::getObject, json, thread);
    }

    @Bean
    Silences silences(InsightProperties properties, PublishedSnapshots published) {
        Clock clock = Clock.systemUTC();
        return new Silences(properties.permanentSilences(clock.instant()), published, clock);
    }

    @Bean
    SilenceArchive silenceArchive(Silences silences, HistoryReader reader, HistoryWriter writer) {
        return new SilenceArchive(silences, reader, writer);
    }

    @Bean
    @Lazy
    WordListSchema ruleSchema() {
        return new WordListSchema("/api/v1/insights", "rules", InsightRules.ids());
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
}
