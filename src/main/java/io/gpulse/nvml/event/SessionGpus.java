package io.gpulse.nvml.event;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs of a session, and the calls about them that are in progress: one thread at a time makes calls about a GPU,
 * be it to read it or to register for its events.
 */
public final class SessionGpus {

    private final List<ReentrantLock> locks;
    private final AtomicReferenceArray<@Nullable String> inProgress;
    private final Map<Integer, GpuHandle> attached = new ConcurrentSkipListMap<>();

    public SessionGpus(int count) {
        this.locks = IntStream.range(0, count)
                .mapToObj((index) -> new ReentrantLock())
                .toList();
        this.inProgress = new AtomicReferenceArray<>(count);
    }

    public int count() {
        return this.locks.size();
    }

    /** The native call about this GPU that has not returned; null when there is none. */
    public @Nullable String callInProgress(int index) {
        return index < count() ? this.inProgress.get(index) : null;
    }

    /** Is to be told the symbol before each call about this GPU. */
    public Consumer<String> beforeCall(int index) {
        return (symbol) -> this.inProgress.set(index, symbol);
    }

    /** Waits until this thread alone makes calls about the GPU. */
    public void enter(int index) {
        this.locks.get(index).lock();
    }

    /** The same without waiting; false when another thread makes calls about the GPU. */
    boolean tryEnter(int index) {
        return this.locks.get(index).tryLock();
    }

    /** This thread makes no more calls about the GPU. */
    public void leave(int index) {
        this.inProgress.set(index, null);
        this.locks.get(index).unlock();
    }

    /** A GPU was attached: events can be registered for it. */
    public void attached(GpuHandle gpu) {
        this.attached.put(gpu.index(), gpu);
    }

    /** In the order of their indices. */
    Collection<GpuHandle> attached() {
        return this.attached.values();
    }
}
