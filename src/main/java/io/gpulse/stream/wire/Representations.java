package io.gpulse.stream.wire;

import io.gpulse.view.PublishedSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.Disposable;
import reactor.core.Disposables;

/** The representations that have subscribers. */
public final class Representations {

    private final Map<Representation.Key, Shared> shared = new ConcurrentHashMap<>();

    /**
     * A representation with its subscribers.
     *
     * @param subscribers how many share it
     * @param ofEveryRound how many of these receive every round
     */
    private record Shared(Representation representation, int subscribers, int ofEveryRound) {

        Shared plus(int more, boolean everyRound) {
            return new Shared(
                    this.representation, this.subscribers + more, this.ofEveryRound + (everyRound ? more : 0));
        }
    }

    /** A share of a representation, until it is closed. */
    public record Share(Representation representation, Disposable leave) {

        /** Returns a share of a representation that is never published. */
        public static Share unshared(Representation.Key key) {
            return new Share(new Representation(key), Disposables.single());
        }
    }

    /** @param everyRound whether the subscriber receives every round, so that its bytes are made in advance */
    public Share join(Representation.Key key, boolean everyRound) {
        Shared now = this.shared.compute(
                key,
                (same, known) ->
                        (known == null ? new Shared(new Representation(key), 0, 0) : known).plus(1, everyRound));
        return new Share(
                now.representation(),
                Disposables.composite(() -> this.shared.computeIfPresent(
                        key, (same, known) -> known.subscribers() == 1 ? null : known.plus(-1, everyRound))));
    }

    /**
     * Starts a round.
     *
     * @return releases the bytes of the round; called after all subscribers have been notified
     */
    public Runnable publish(PublishedSnapshot published) {
        List<SharedChunk> chunks = this.shared.values().stream()
                .map((known) -> {
                    SharedChunk chunk = known.representation().publish(published);
                    if (known.ofEveryRound() > 0) {
                        chunk.prepare();
                    }
                    return chunk;
                })
                .toList();
        return () -> chunks.forEach(SharedChunk::release);
    }
}
