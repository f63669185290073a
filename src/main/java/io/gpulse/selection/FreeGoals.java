package io.gpulse.selection;

import io.gpulse.view.PublishedSnapshot;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The goals of requests that wait for GPUs of this machine, and what was offered to those without a hold. */
public final class FreeGoals {

    /** The time for which an answer without a hold keeps the next one of these requests from the same GPUs. */
    private static final Duration OFFER = Duration.ofSeconds(10);

    private static final Holds.Request OFFERED = new Holds.Request("", "a request that waited", OFFER, true);
    private static final Duration LATER = Duration.ofSeconds(5);

    private final FreeGpus gpus;
    private final Holds holds;

    FreeGoals(FreeGpus gpus, Holds holds) {
        this.gpus = gpus;
        this.holds = holds;
    }

    /**
     * Returns the answer to a request that does not wait.
     *
     * @throws ProblemException while no new round is published
     */
    FreeGpusResponse now(FreeQuery query, PublishedSnapshot round) {
        requireCurrent(round);
        return this.gpus.choose(query, round.snapshot());
    }

    /** Returns the goal to know which GPUs are free. */
    Goal<FreeGpusResponse> offer(FreeQuery query) {
        return new Goal<>(
                "free",
                query,
                (round) -> this.gpus.chooseOffer(query, round.snapshot()).waited(),
                FreeGpusResponse::summary,
                (found, round) -> isEnough(found, round) ? offered(found.chosen(), found) : null,
                (received) -> {});
    }

    /** Returns the goal to hold GPUs. */
    Goal<FreeGpusResponse> hold(FreeQuery query, Holds.Request request) {
        return new Goal<>(
                "hold",
                List.of("hold", query),
                (round) -> this.gpus.choose(query, round.snapshot()),
                FreeGpusResponse::summary,
                (found, round) -> isEnough(found, round) ? this.holds.add(request, found.chosen()) : null,
                (hold) -> this.holds.remove(((Hold) hold).id()));
    }

    /** @throws ProblemException while no new round is published */
    private static boolean isEnough(FreeGpusResponse found, PublishedSnapshot round) {
        requireCurrent(round);
        return found.isEnough();
    }

    /** @throws ProblemException while no new round is published: then nothing is known to be free */
    private static void requireCurrent(PublishedSnapshot round) {
        if (round.isStale()) {
            throw ProblemException.unavailable(
                    "The latest round is " + round.age().toSeconds() + " s old: no GPU is known to be free now.",
                    LATER);
        }
    }

    /** Offers these GPUs, of any machine, to a request that waited, and returns its answer. */
    public <T> T offered(List<FreeGpu> chosen, T answer) {
        this.holds.add(OFFERED, chosen);
        return answer;
    }

    /** Returns the UUIDs that are held, or were offered a moment before. */
    public Set<String> taken() {
        return Set.copyOf(this.holds.holders(true).keySet());
    }
}
