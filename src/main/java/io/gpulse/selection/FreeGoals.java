package io.gpulse.selection;

import io.gpulse.view.PublishedSnapshot;
import java.time.Duration;
import java.util.function.Function;

/** The goals of requests that wait for GPUs of this machine. */
final class FreeGoals {

    /** The time for which an answer without a hold keeps the next request that waits from the same GPUs. */
    private static final Duration OFFER = Duration.ofSeconds(10);

    private final FreeGpus gpus;
    private final Holds holds;

    FreeGoals(FreeGpus gpus, Holds holds) {
        this.gpus = gpus;
        this.holds = holds;
    }

    /** Returns the goal to know which GPUs are free. */
    Goal<FreeGpusResponse> offer(FreeQuery query) {
        Holds.Request offer = new Holds.Request("", "a request that waited", OFFER, true);
        return goal("free", query, (found) -> {
            this.holds.add(offer, found.chosen());
            return found.waited();
        });
    }

    /** Returns the goal to hold GPUs. */
    Goal<FreeGpusResponse> hold(FreeQuery query, Holds.Request request) {
        return goal("hold", query, (found) -> this.holds.add(request, found.chosen()));
    }

    private Goal<FreeGpusResponse> goal(String event, FreeQuery query, Function<FreeGpusResponse, Object> take) {
        return new Goal<>(
                event,
                query,
                (round) -> this.gpus.chooseWaiting(query, round.snapshot()),
                FreeGpusResponse::summary,
                (found, round) -> canUse(found, round) ? take.apply(found) : null);
    }

    /** Nothing is known to be free while no new round is published. */
    private static boolean canUse(FreeGpusResponse found, PublishedSnapshot round) {
        return found.isEnough() && !round.isStale();
    }
}
