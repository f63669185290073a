package io.gpulse.insight;

import io.gpulse.device.Owners;
import io.gpulse.event.EventLog;
import io.gpulse.event.detection.PowerSupplies;
import io.gpulse.history.HistoryReader;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.insight.silence.Silences;
import io.gpulse.insight.window.ObservationScope;
import io.gpulse.sampling.DriverEventFeed;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.parameter.WordListSchema;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DependsOn;
import org.springframework.context.annotation.Lazy;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.json.JsonMapper;

/** Beans that evaluate the rules. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(InsightProperties.class)
class InsightConfiguration {

    @Bean
    InsightEngine insightEngine(
            InsightProperties properties,
            ObjectProvider<Owners> owners,
            Silences silences,
            @Value("${gpulse.source:auto}") String source) {
        ObservationScope scope = new ObservationScope(
                !source.equalsIgnoreCase("none"),
                owners.stream().allMatch(Owners::hasAll),
                ObservationScope.isWindows(Path.of("/")),
                PowerSupplies.ofThisMachine()::onBattery);
        return new InsightEngine(properties.enabled() ? properties.enabledRules() : Map.of(), scope, silences::current);
    }

    @Bean
    InsightService.Inputs insightInputs(
            SnapshotFeed feed, HistoryReader history, EventLog events, ObjectProvider<DriverEventFeed> driver) {
        return new InsightService.Inputs(
                feed,
                history,
                events,
                () -> driver.stream()
                        .findFirst()
                        .map((faults) -> faults.monitored().get())
                        .orElse(Set.of()));
    }

    @Bean
    @Lazy
    WordListSchema ruleSchema() {
        return new WordListSchema("/api/v1/insights", "rules", InsightRules.ids());
    }

    @Bean
    @DependsOn("eventRecorder")
    InsightService insightService(
            InsightService.Inputs inputs,
            InsightEngine engine,
            JsonMapper json,
            @Qualifier("alerts") Scheduler thread) {
        return new InsightService(inputs, engine, json, thread);
    }
}
