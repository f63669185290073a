package io.gpulse.view;

import io.gpulse.web.CommandLineAccess;
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

/** How snapshots are shown. */
@Configuration(proxyBeanMethods = false)
class ViewConfiguration {

    @Bean
    SnapshotEncoder snapshotEncoder(JsonMapper json) {
        return (snapshot, view, target) -> json.writeValue(target, SnapshotResponse.of(snapshot, view));
    }

    @Bean
    LatestSnapshot latestSnapshot(PublishedSnapshots published, SnapshotEncoder encoder, JsonMapper json) {
        SnapshotEncoder stale =
                (snapshot, view, target) -> json.writeValue(target, SnapshotResponse.of(snapshot, view, true));
        return new LatestSnapshot(published, new LatestSnapshot.Encoders(encoder, stale), System::nanoTime);
    }

    @Bean
    CommandLineVisibility commandLineVisibility(CommandLineAccess access) {
        return new CommandLineVisibility(access);
    }

    @Bean
    SimulatedHeaderFilter simulatedHeaderFilter(PublishedSnapshots published) {
        return new SimulatedHeaderFilter(published);
    }

    /** Times in UTC with milliseconds, always three digits. */
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
