package io.gpulse.stream;

import io.gpulse.view.PublishedSnapshot;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/** The representations that somebody takes. */
final class Representations {

    private final Map<Representation.Key, Taken> taken = new ConcurrentHashMap<>();

    /**
     * @param takers how many share it
     * @param ofAll of these, how many take every round
     */
    private record Taken(Representation representation, int takers, int ofAll) {

        Taken plus(int more, boolean all) {
            return new Taken(this.representation, this.takers + more, this.ofAll + (all ? more : 0));
        }
    }

    /** A share of a representation, until it is closed. */
    record Share(Representation representation, Runnable leave) implements AutoCloseable {

        /** Of one that is not published. */
        static Share ofNobodyElse(Representation.Key key) {
            return new Share(new Representation(key), () -> {});
        }

        @Override
        public void close() {
            this.leave.run();
        }
    }

    /** @param all whether every round is taken: it is then made before anybody asks */
    Share take(Representation.Key key, boolean all) {
        Taken now = this.taken.compute(
                key, (same, known) -> (known == null ? new Taken(new Representation(key), 0, 0) : known).plus(1, all));
        AtomicBoolean left = new AtomicBoolean();
        return new Share(now.representation(), () -> {
            if (left.compareAndSet(false, true)) {
                this.taken.computeIfPresent(key, (same, known) -> known.takers() == 1 ? null : known.plus(-1, all));
            }
        });
    }

    /** Begins a round. What it gives is to be released when everybody has been notified. */
    List<SharedChunk> publish(PublishedSnapshot published) {
        return this.taken.values().stream()
                .map((known) -> {
                    SharedChunk chunk = known.representation().publish(published);
                    if (known.ofAll() > 0) {
                        chunk.prepare();
                    }
                    return chunk;
                })
                .toList();
    }
}
