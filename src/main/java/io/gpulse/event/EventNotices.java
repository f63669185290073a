package io.gpulse.event;

import io.gpulse.web.StreamEvents;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** Events for the stream, each encoded once. */
final class EventNotices implements StreamEvents {

    private static final String NAME = "gpu-event";

    private final Flux<Notice> notices;

    EventNotices(EventFeed feed, JsonMapper json) {
        this.notices = feed.events().map((event) -> notice(event, json)).share();
    }

    private static Notice notice(GpuEvent event, JsonMapper json) {
        return new Notice(NAME, event.uuids(), json.writeValueAsString(EventResponse.of(event)));
    }

    @Override
    public Flux<Notice> notices() {
        return this.notices;
    }
}
