package io.gpulse.sampling;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvents;
import io.gpulse.device.GpuSession;
import io.gpulse.device.SourceUnavailableException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/**
 * Waits for the events that the driver reports by itself, on a separate lane, in one session after the other. No round
 * waits for it. A session is closed only when the lane has released its events.
 */
final class EventLane {

    private static final Logger log = LoggerFactory.getLogger(EventLane.class);

    /** The duration of one wait. It cannot be interrupted, and the release of the driver waits for it. */
    static final Duration WAIT = Duration.ofMillis(500);

    /** The shortest time between two attempts to listen to one session. */
    private static final Duration REPEAT_AFTER = Duration.ofSeconds(10);

    private final Lane lane;
    private final StateChangeLog changes;
    private final Sinks.Many<DriverEvent> received = Sinks.many().multicast().directBestEffort();
    private volatile @Nullable GpuSession current;
    private @Nullable GpuSession lastListenedTo;
    private volatile boolean failed;
    private Moment listenAgainAt = Moment.PAST;
    private volatile Set<Integer> monitored = Set.of();

    EventLane(Lane lane, StateChangeLog changes) {
        this.lane = lane;
        this.changes = changes;
    }

    /** Returns the events: hot, lost without a subscriber, emitted on the lane, which a subscriber must not block. */
    Flux<DriverEvent> received() {
        return this.received.asFlux();
    }

    /** Returns the indices of the GPUs whose events the driver would report now. */
    Set<Integer> monitoredGpus() {
        return this.monitored;
    }

    /** Listens to this session as soon as the last one has been released; does not block. */
    void useSession(@Nullable GpuSession session) {
        if (session == null) {
            stop();
            return;
        }
        this.current = session;
        if (this.lane.isIdle() && (session != this.lastListenedTo || isToRepeat())) {
            this.lastListenedTo = session;
            this.listenAgainAt = this.lane.clock().now().plus(REPEAT_AFTER);
            this.lane.run(() -> listen(session)).subscribe();
        }
    }

    /** Returns whether listening to this session ended by an error of gpulse, a while ago. */
    private boolean isToRepeat() {
        return this.failed && !this.lane.clock().now().isBefore(this.listenAgainAt);
    }

    /** Stops listening after the wait in progress; does not block. */
    void stop() {
        this.current = null;
    }

    /** Receives events until this session is no longer the current one; blocks. */
    private void listen(GpuSession session) {
        // Unless it ends as it should.
        this.failed = true;
        Optional<DriverEvents> registered = session.events();
        if (registered.isEmpty()) {
            log.debug("The driver reports no events");
            this.failed = false;
            return;
        }
        try (DriverEvents events = registered.get()) {
            while (this.current == session) {
                this.lane.callSince(this.lane.clock().now());
                events.await(WAIT).forEach(this.received::tryEmitNext);
                this.monitored = events.registered();
            }
            this.failed = false;
        } catch (SourceUnavailableException over) {
            this.failed = false;
            if (this.changes.admits("the driver's events", "over")) {
                log.info("The driver reports no more events in this session: {}", over.getMessage());
            }
        } finally {
            this.monitored = Set.of();
        }
    }
}
