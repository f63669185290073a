package io.gpulse.event;

import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.FailureMonitor;
import io.gpulse.web.StreamEvents;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import tools.jackson.databind.json.JsonMapper;

/** Events for the stream of snapshots, each encoded once. */
@Component
final class EventNotices implements StreamEvents, FailureMonitor {

    private static final String NAME = "gpu-event";

    private final ConsumerGuard guard = new ConsumerGuard("events", "Encoding of an event for the stream");
    private final Flux<Notice> notices;

    EventNotices(EventLog log, JsonMapper json) {
        this.notices = log.events()
                .<Notice>handle((event, sink) -> this.guard.run(() -> sink.next(notice(event, json))))
                .share();
    }

    @Override
    public List<Failure> failures() {
        return FailureMonitor.of(this.guard);
    }

    private static Notice notice(GpuEvent event, JsonMapper json) {
        return new Notice(NAME, event.uuids(), json.writeValueAsString(EventResponse.of(event)));
    }

    @Override
    public Flux<Notice> notices() {
        return this.notices;
    }
}
