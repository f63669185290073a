package io.gpulse.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ListenerGroupTests {

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final Set<Integer> notified = new HashSet<>();
    private final AtomicInteger done = new AtomicInteger();

    @Test
    void oneTaskNotifiesAll() {
        ListenerGroup<Integer> group = groupOf(100, this.tasks::add);

        group.forEach(this.notified::add, this.done::incrementAndGet);
        assertThat(this.tasks).hasSize(1);
        assertThat(this.notified).isEmpty();

        this.tasks.remove().run();
        assertThat(this.notified).hasSize(100);
        assertThat(this.tasks).isEmpty();
        assertThat(this.done).hasValue(1);
    }

    @Test
    void manyListenersAreNotifiedInBatches() {
        ListenerGroup<Integer> group = groupOf(1000, this.tasks::add);

        group.forEach(this.notified::add, this.done::incrementAndGet);
        int runs = 0;
        while (!this.tasks.isEmpty()) {
            assertThat(this.done).hasValue(0);
            int before = this.notified.size();
            this.tasks.remove().run();
            assertThat(this.notified.size() - before).isBetween(1, 256);
            runs++;
        }
        assertThat(runs).isEqualTo(4);
        assertThat(this.notified).hasSize(1000);
        assertThat(this.done).hasValue(1);
    }

    @Test
    void emptyGroupCompletesImmediately() {
        groupOf(0, this.tasks::add).forEach(this.notified::add, this.done::incrementAndGet);
        assertThat(this.tasks).isEmpty();
        assertThat(this.done).hasValue(1);
    }

    @Test
    void failureOfOneListenerDoesNotAffectOthers() {
        groupOf(3, Runnable::run)
                .forEach(
                        (listener) -> {
                            this.notified.add(listener);
                            throw new OutOfMemoryError("of direct memory");
                        },
                        this.done::incrementAndGet);
        assertThat(this.notified).hasSize(3);
        assertThat(this.done).hasValue(1);
    }

    @Test
    void endedThreadCountsAsNotified() {
        ListenerGroup<Integer> group = groupOf(3, (task) -> {
            throw new RejectedExecutionException();
        });
        group.forEach(this.notified::add, this.done::incrementAndGet);
        assertThat(this.notified).isEmpty();
        assertThat(this.done).hasValue(1);
    }

    private static ListenerGroup<Integer> groupOf(int size, Executor thread) {
        ListenerGroup<Integer> group = new ListenerGroup<>(thread);
        for (int listener = 0; listener < size; listener++) {
            group.add(listener);
        }
        return group;
    }
}
