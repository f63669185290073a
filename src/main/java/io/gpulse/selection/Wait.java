package io.gpulse.selection;

import io.gpulse.stream.wire.Chunk;
import io.gpulse.stream.wire.StreamFormat;
import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ProblemException;
import io.gpulse.web.StreamEvents.Notice;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that waits. It changes under the lock of {@link Waits} only.
 *
 * @param <T> the type of its answer
 */
final class Wait<T> {

    private final Goal<T> goal;
    private final String network;
    private final @Nullable JsonMapper events;
    private volatile @Nullable T latest;
    private volatile @Nullable Object taken;
    private volatile @Nullable RuntimeException refusal;
    private volatile boolean over;
    private volatile Runnable onOver = () -> {};

    /**
     * @param network of the client
     * @param events writes its events; null for one response at the end
     */
    Wait(Goal<T> goal, String network, @Nullable JsonMapper events) {
        this.goal = goal;
        this.network = network;
        this.events = events;
    }

    String network() {
        return this.network;
    }

    boolean hasEvents() {
        return this.events != null;
    }

    /** @param action runs when it is over before its time */
    void onOver(Runnable action) {
        this.onOver = action;
    }

    Runnable onOver() {
        return this.onOver;
    }

    boolean isOver() {
        return this.over;
    }

    /** Its time is over. */
    void expire() {
        this.over = true;
    }

    /**
     * Looks at a round.
     *
     * @param answers those of requests before, by their keys
     * @return whether its goal is reached by this round
     */
    @SuppressWarnings("unchecked") // answers with equal keys are of one type
    boolean serve(PublishedSnapshot round, Map<Object, Object> answers) {
        if (this.over) {
            return false;
        }
        try {
            T answer = (T) answers.computeIfAbsent(
                    this.goal.key(),
                    (key) -> Objects.requireNonNull(this.goal.look().apply(round)));
            this.latest = answer;
            this.refusal = null;
            this.taken = this.goal.take().apply(answer, round);
            this.over = this.taken != null;
        } catch (ProblemException notNow) {
            this.refusal = notNow;
        } catch (RuntimeException failure) {
            this.refusal = failure;
            this.over = true;
        }
        return this.taken != null;
    }

    /** Ends what its client does not receive. */
    void undo() {
        Object end = this.taken;
        if (end != null) {
            this.goal.undo().accept(end);
        }
    }

    /** Returns the summary of the latest answer; null before there is one. */
    @Nullable
    Object summary() {
        T answer = this.latest;
        return answer == null ? null : this.goal.summary().apply(answer);
    }

    /** Returns the end of the wait, or the latest answer when the time is over; throws why there is none. */
    Object end() {
        Object end = this.taken;
        RuntimeException problem = this.refusal;
        if (end == null && problem != null) {
            throw problem;
        }
        end = end == null ? this.latest : end;
        if (end == null) {
            throw ProblemException.notYet();
        }
        return end;
    }

    /** Returns the event about the latest answer. */
    ByteBuffer event() {
        return event("waiting", Objects.requireNonNull(this.latest));
    }

    /** Returns the last event; none when gpulse stops before the time is over. */
    Stream<Chunk> lastEvent() {
        Object end = this.taken == null ? this.latest : this.taken;
        String name = this.taken == null ? "expired" : this.goal.event();
        return this.over && end != null ? Stream.of(new Chunk(() -> {}, event(name, end))) : Stream.empty();
    }

    private ByteBuffer event(String name, Object data) {
        String json = Objects.requireNonNull(this.events).writeValueAsString(data);
        return StreamFormat.EVENTS.notice(new Notice(name, Set.of(), json));
    }
}
