package io.gpulse.history.summary;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/** Answers of the last seconds: several pages that ask the same at once cost what one does. */
final class RecentAnswers<K, T> {

    private static final int MOST = 16;
    private static final Duration KEPT = Duration.ofSeconds(15);

    private final Map<K, Mono<T>> answers = new LinkedHashMap<>();

    synchronized Mono<T> get(K question, Supplier<Mono<T>> answer) {
        Mono<T> known = this.answers.get(question);
        if (known == null) {
            // What has failed is asked anew.
            known = answer.get().cache((value) -> KEPT, (failure) -> Duration.ZERO, () -> Duration.ZERO);
            this.answers.put(question, known);
        }
        while (this.answers.size() > MOST) {
            this.answers.remove(this.answers.keySet().iterator().next());
        }
        return known;
    }
}
