package io.gpulse.story;

import io.gpulse.event.EventLog;
import io.gpulse.event.EventReader;
import io.gpulse.history.HistoryReader;
import io.gpulse.view.PublishedSnapshots;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The beans of stories. */
@Configuration(proxyBeanMethods = false)
class StoryConfiguration {

    @Bean
    StoryReader storyReader(EventLog log, HistoryReader history, PublishedSnapshots published) {
        return new StoryReader(new EventReader(log), history::now, published);
    }
}
