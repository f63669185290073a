package io.gpulse.view;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.gpulse.web.CallerAccess;
import io.gpulse.web.parameter.ParameterType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.TimeZone;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** Beans for views of snapshots. */
@Configuration(proxyBeanMethods = false)
class ViewConfiguration {

    @Bean
    SnapshotEncoder snapshotEncoder(JsonMapper json) {
        return (snapshot, view, stale, target) -> json.writeValue(target, SnapshotResponse.of(snapshot, view, stale));
    }

    @Bean
    LatestSnapshot latestSnapshot(PublishedSnapshots published, SnapshotEncoder encoder) {
        return new LatestSnapshot(published, encoder);
    }

    @Bean
    ParameterType<PidList> pidList() {
        return new PidList.Type();
    }

    @Bean
    CommandLineVisibility commandLineVisibility(CallerAccess access) {
        return new CommandLineVisibility(access);
    }

    @Bean
    SimulatedHeaderFilter simulatedHeaderFilter(PublishedSnapshots published) {
        return new SimulatedHeaderFilter(published);
    }

    /** Writes times in UTC with three digits of milliseconds. */
    @Bean
    JsonMapperBuilderCustomizer timesInMilliseconds() {
        JsonFormat.Value format = JsonFormat.Value.forPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX")
                .withTimeZone(TimeZone.getTimeZone(ZoneOffset.UTC));
        return (builder) -> builder.withConfigOverride(Instant.class, (times) -> times.setFormat(format));
    }
}
