package io.gpulse.selection;

import io.gpulse.view.PublishedSnapshot;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The purpose of a request that waits.
 *
 * @param event name of the event that ends its wait
 * @param key equal for requests whose answers are equal
 * @param look returns the answer at a round
 * @param summary of an answer; a client is informed again when it changes
 * @param take returns the end of the wait, such as a hold; null while an answer is not enough; fails where it is not
 *     permitted now
 * @param undo of an end that the client did not receive
 * @param <T> the type of the answer
 */
public record Goal<T>(
        String event,
        Object key,
        Function<PublishedSnapshot, T> look,
        Function<T, Object> summary,
        BiFunction<T, PublishedSnapshot, @Nullable Object> take,
        Consumer<Object> undo) {}
