package io.gpulse.stream;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All listeners, by the thread on which they are notified. */
final class Listeners {

    private final ListenerGroup notifiedAtOnce = new ListenerGroup(Runnable::run);
    private final Map<EventLoop, ListenerGroup> byEventLoop = new ConcurrentHashMap<>();

    /** @param eventLoop null for those that are notified by whoever has news */
    ListenerGroup of(@Nullable EventLoop eventLoop) {
        return eventLoop == null
                ? this.notifiedAtOnce
                : this.byEventLoop.computeIfAbsent(eventLoop, ListenerGroup::new);
    }

    void forEach(Consumer<RoundListener> news) {
        forEach(news, () -> {});
    }

    /** @param done once all have been notified */
    void forEach(Consumer<RoundListener> news, Runnable done) {
        List<ListenerGroup> groups = new ArrayList<>(this.byEventLoop.values());
        groups.add(this.notifiedAtOnce);
        AtomicInteger outstanding = new AtomicInteger(groups.size());
        for (ListenerGroup group : groups) {
            group.forEach(news, () -> {
                if (outstanding.decrementAndGet() == 0) {
                    done.run();
                }
            });
        }
    }
}
