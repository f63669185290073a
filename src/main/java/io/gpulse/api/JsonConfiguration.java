package io.gpulse.api;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Times in UTC with milliseconds, always three digits. */
@Configuration(proxyBeanMethods = false)
class JsonConfiguration {

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
