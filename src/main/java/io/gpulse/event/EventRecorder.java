package io.gpulse.event;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.Snapshot;
import io.gpulse.event.EventPipeline.Outputs;
import io.gpulse.event.text.EventText;
import io.gpulse.sampling.DriverEventFeed;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.web.ConsumerGuard;
import io.gpulse.web.RoundPipeline;
import io.gpulse.web.StreamEvents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.DependsOn;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * Detects events in rounds and in reports of the driver, and stores the log, on a thread of its own. Publishes changes
 * of events on the stream, each encoded once. Stops before the history, since it writes to it when it stops.
 */
@Component
@DependsOn("historyRecorder")
final class EventRecorder extends RoundPipeline implements StreamEvents {

    private static final int WAITING_ROUNDS = 120;
    private static final int WAITING_EVENTS = 4096;
    private static final int MOST_EARLY = 64;

    private final Outputs outputs;
    private final Scheduler thread;
    private final ConsumerGuard storing;
    private final List<DriverEvent> early = new ArrayList<>();
    private final Flux<Notice> notices;
    private @Nullable EventPipeline pipeline;
    private volatile Instant latest = Instant.EPOCH;

    /** @param thread of one thread */
    EventRecorder(
            SnapshotFeed snapshots,
            ObjectProvider<DriverEventFeed> driver,
            Outputs outputs,
            @Qualifier("alerts") Scheduler thread) {
        super("events", thread);
        this.outputs = outputs;
        this.thread = thread;
        this.storing = guard("Storing of events");
        ConsumerGuard encoding = guard("Encoding of an event for the stream");
        this.notices = outputs.log()
                .events()
                .<Notice>handle((event, sink) -> encoding.run(() -> sink.next(notice(event))))
                .share();
        consume("Detection of events", snapshots.snapshots(), WAITING_ROUNDS, this::add);
        driver.stream()
                .findFirst()
                .ifPresent((feed) ->
                        consume("Recording of the driver's events", feed.events(), WAITING_EVENTS, this::add));
    }

    private Notice notice(GpuEvent event) {
        List<GpuEvent> others = this.outputs.log().active(this.latest).stream()
                .filter((other) -> !Collections.disjoint(other.uuids(), event.uuids()))
                .toList();
        EventResponse response = EventResponse.of(event, EventText.of(event, EventText.advice(others)));
        return new Notice("gpu-event", event.uuids(), this.outputs.json().writeValueAsString(response));
    }

    @Override
    public Flux<Notice> notices() {
        return this.notices;
    }

    private void add(Snapshot round) {
        this.latest = round.takenAt();
        EventPipeline current = this.pipeline;
        if (current != null && current.isSimulated() != round.source().simulated()) {
            current.finish().subscribe((written) -> {}, this.storing::failed);
            this.outputs.log().forgetAll();
            current = null;
        }
        if (current == null) {
            current = new EventPipeline(this.outputs, round);
            this.pipeline = current;
        }
        try {
            current.add(round);
            this.early.forEach(current::add);
        } finally {
            this.early.clear();
            store(current);
        }
    }

    private void store(EventPipeline current) {
        current.store()
                .publishOn(this.thread)
                .subscribe(
                        this.storing.around((done) -> {
                            if (this.pipeline == current) {
                                done.run();
                            }
                        }),
                        this.storing::failed);
    }

    /** The GPUs are known from the first round on; earlier reports wait for it. */
    private void add(DriverEvent event) {
        EventPipeline current = this.pipeline;
        if (current != null) {
            current.add(event);
        } else if (this.early.size() < MOST_EARLY) {
            this.early.add(event);
        }
    }

    /** Stores the remaining events. */
    @Override
    protected Mono<?> finish() {
        EventPipeline last = this.pipeline;
        return last == null
                ? Mono.empty()
                : last.written().publishOn(this.thread).then(Mono.defer(last::finish));
    }

    @Override
    public void stop() {
        super.stop();
        this.outputs.log().close();
    }
}
