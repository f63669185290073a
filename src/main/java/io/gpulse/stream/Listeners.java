package io.gpulse.stream;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All listeners by the thread that notifies them. */
final class Listeners {

    private final ListenerGroup<ChunkSubscriber> onCallingThread = new ListenerGroup<>(Runnable::run);
    private final Map<EventLoop, ListenerGroup<ChunkSubscriber>> byEventLoop = new ConcurrentHashMap<>();

    /** @param eventLoop null for listeners that are notified by the calling thread */
    ListenerGroup<ChunkSubscriber> of(@Nullable EventLoop eventLoop) {
        return eventLoop == null
                ? this.onCallingThread
                : this.byEventLoop.computeIfAbsent(eventLoop, ListenerGroup<ChunkSubscriber>::new);
    }

    void forEach(Consumer<ChunkSubscriber> signal) {
        forEach(signal, () -> {});
    }

    /** @param done runs after all have been notified */
    void forEach(Consumer<ChunkSubscriber> signal, Runnable done) {
        List<ListenerGroup<ChunkSubscriber>> groups = new ArrayList<>(this.byEventLoop.values());
        groups.add(this.onCallingThread);
        AtomicInteger outstanding = new AtomicInteger(groups.size());
        for (ListenerGroup<ChunkSubscriber> group : groups) {
            group.forEach(signal, () -> {
                if (outstanding.decrementAndGet() == 0) {
                    done.run();
                }
            });
        }
    }
}
