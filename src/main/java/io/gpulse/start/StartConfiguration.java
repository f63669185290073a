package io.gpulse.start;

import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.view.PublishedSnapshots;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of the first answer. */
@Configuration(proxyBeanMethods = false)
class StartConfiguration {

    @Bean
    StartSampleReader startSampleReader(PublishedSnapshots published, HistoryReader reader, HistoryWriter writer) {
        return new StartSampleReader(published, reader, writer);
    }
}
