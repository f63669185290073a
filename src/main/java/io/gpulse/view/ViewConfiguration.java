package io.gpulse.view;

import io.gpulse.web.CommandLineAccess;
import io.gpulse.web.parameter.ParameterType;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

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
    CommandLineVisibility commandLineVisibility(CommandLineAccess access) {
        return new CommandLineVisibility(access);
    }

    @Bean
    SimulatedHeaderFilter simulatedHeaderFilter(PublishedSnapshots published) {
        return new SimulatedHeaderFilter(published);
    }

    /** Writes times in UTC with three digits of milliseconds. */
    @Bean
    JsonMapperBuilderCustomizer timesInMilliseconds() {
        return (builder) -> builder.addModule(new SimpleModule("times").addSerializer(new Times()));
    }

    private static final class Times extends StdSerializer<Instant> {

        private static final DateTimeFormatter MILLISECONDS =
                new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

        Times() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant time, JsonGenerator json, SerializationContext context) {
            json.writeString(MILLISECONDS.format(time));
        }
    }
}
