package io.gpulse.nvml.event;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The GPUs of a session, and the calls about them that are in progress. One thread at a time makes calls about a GPU,
 * to read it or to register for its events.
 */
public final class SessionGpus {

    private final List<ReentrantLock> locks;
    private final AtomicReferenceArray<@Nullable String> inProgress;
    private final AtomicLongArray started;
    private final Map<Integer, GpuHandle> attached = new ConcurrentSkipListMap<>();

    public SessionGpus(int count) {
        this.locks = IntStream.range(0, count)
                .mapToObj((index) -> new ReentrantLock())
                .toList();
        this.inProgress = new AtomicReferenceArray<>(count);
        this.started = new AtomicLongArray(count);
    }

    public int count() {
        return this.locks.size();
    }

    /** Returns the native call about this GPU in progress; null when there is none. */
    public @Nullable String callInProgress(int index) {
        return index < count() ? this.inProgress.get(index) : null;
    }

    /** Returns the number of calls about this GPU that were started. */
    public long startedCalls(int index) {
        return index < count() ? this.started.get(index) : 0;
    }

    /** Returns the consumer that receives the symbol before each call about this GPU. */
    public Consumer<String> beforeCall(int index) {
        return (symbol) -> {
            this.inProgress.set(index, symbol);
            this.started.incrementAndGet(index);
        };
    }

    /** Waits until only this thread makes calls about the GPU. */
    public void enter(int index) {
        this.locks.get(index).lock();
    }

    /** Does the same without waiting; returns false when another thread makes calls about the GPU. */
    public boolean tryEnter(int index) {
        return this.locks.get(index).tryLock();
    }

    /** Ends the calls of this thread about the GPU. */
    public void leave(int index) {
        this.inProgress.set(index, null);
        this.locks.get(index).unlock();
    }

    /** Adds an attached GPU, whose events can be registered. */
    public void attached(GpuHandle gpu) {
        this.attached.put(gpu.index(), gpu);
    }

    /** Returns the attached GPUs in the order of their indices. */
    Collection<GpuHandle> attached() {
        return this.attached.values();
    }
}
