package io.gpulse.selection;

import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ProblemException;
import io.gpulse.web.StreamEvents.Notice;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that waits.
 *
 * @param <T> the type of its answer
 */
final class Wait<T> {

    private static final Duration LATER = Duration.ofSeconds(5);

    private final Goal<T> goal;
    private final @Nullable JsonMapper events;
    private volatile @Nullable T latest;
    private volatile @Nullable Object taken;
    private volatile boolean expired;

    /** @param events writes its events; null for one response at the end */
    Wait(Goal<T> goal, @Nullable JsonMapper events) {
        this.goal = goal;
        this.events = events;
    }

    boolean hasEvents() {
        return this.events != null;
    }

    /**
     * Looks at a round. Not called by two threads at once.
     *
     * @param answers those of requests before, by their keys
     * @return whether its wait is over by this round
     */
    @SuppressWarnings("unchecked") // answers with equal keys are of one type
    boolean serve(PublishedSnapshot round, Map<Object, Object> answers) {
        if (isOver()) {
            return false;
        }
        T answer = (T) answers.computeIfAbsent(
                this.goal.key(),
                (key) -> Objects.requireNonNull(this.goal.look().apply(round)));
        this.latest = answer;
        try {
            this.taken = this.goal.take().apply(answer, round);
        } catch (ProblemException limit) {
            // It waits until another hold ends.
            return false;
        }
        return isOver();
    }

    void expire() {
        this.expired = true;
    }

    boolean isOver() {
        return this.taken != null;
    }

    /** Returns the summary of the latest answer; null before there is one. */
    @Nullable
    Object summary() {
        T answer = this.latest;
        return answer == null ? null : this.goal.summary().apply(answer);
    }

    /**
     * Returns the end of the wait, or the latest answer when the time is over.
     *
     * @throws ProblemException when gpulse stops before
     */
    Object end() {
        Object end = endOrNull();
        if (end == null) {
            throw this.expired ? ProblemException.notYet() : ProblemException.unavailable("gpulse stops.", LATER);
        }
        return end;
    }

    private @Nullable Object endOrNull() {
        Object end = this.taken;
        return end == null && this.expired ? this.latest : end;
    }

    /** Returns the event about the latest answer. */
    ByteBuffer event() {
        return event("waiting", Objects.requireNonNull(this.latest));
    }

    /** Returns the last event; none when gpulse stops before the time is over. */
    Stream<Chunk> lastEvent() {
        return Stream.ofNullable(endOrNull())
                .map((end) -> new Chunk(() -> {}, event(isOver() ? this.goal.event() : "expired", end)));
    }

    private ByteBuffer event(String name, Object data) {
        String json = Objects.requireNonNull(this.events).writeValueAsString(data);
        return StreamFormat.EVENTS.notice(new Notice(name, Set.of(), json));
    }
}
