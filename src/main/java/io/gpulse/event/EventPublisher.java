package io.gpulse.event;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Publishes the rows of a log, and their changes. */
final class EventPublisher {

    /** Maximum number of changes that wait for a slow subscriber; the oldest are dropped. */
    private static final int WAITING = 1024;

    /** Its lock guards the fields. */
    private final EventLog log;

    private final Sinks.Many<GpuEvent> sink = Sinks.many().multicast().directBestEffort();
    private @Nullable List<GpuEvent> held;

    EventPublisher(EventLog log) {
        this.log = log;
    }

    /** Returns each event and each change of one from now on; hot, never fails. */
    Flux<GpuEvent> events() {
        return this.sink.asFlux().onBackpressureBuffer(WAITING, BufferOverflowStrategy.DROP_OLDEST);
    }

    /** With the log's lock held. */
    void publish(GpuEvent event) {
        if (this.held == null) {
            this.sink.tryEmitNext(event);
        } else {
            this.held.add(event);
        }
    }

    /** Does work and publishes its changes after it. */
    <T> T after(Supplier<T> work) {
        List<GpuEvent> changes = new ArrayList<>();
        hold(changes);
        try {
            return work.get();
        } finally {
            synchronized (this.log) {
                hold(null);
                changes.forEach(this::publish);
            }
        }
    }

    private void hold(@Nullable List<GpuEvent> changes) {
        synchronized (this.log) {
            this.held = changes;
        }
    }

    void complete() {
        this.sink.tryEmitComplete();
    }
}
