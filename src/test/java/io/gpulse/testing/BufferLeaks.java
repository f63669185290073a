package io.gpulse.testing;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Records every buffer that Netty finds was dropped without being released, in all tests, and fails the build for it at
 * the end. It starts before the first class of Netty is loaded, because each of those keeps its detector for good. The
 * property {@code io.netty.leakDetection.level} sets the share of buffers that are followed.
 */
public final class BufferLeaks implements LauncherSessionListener {

    private static final List<String> FOUND = new CopyOnWriteArrayList<>();
    private static final int ATTEMPTS = 3;
    private static final long PATIENCE_MILLIS = 1000;

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new ResourceLeakDetectorFactory() {
            @Override
            public <T> ResourceLeakDetector<T> newResourceLeakDetector(
                    Class<T> resource, int samplingInterval, long maxActive) {
                return new Recorder<>(resource, samplingInterval);
            }
        });
    }

    @Override
    public void launcherSessionClosed(LauncherSession session) {
        collect();
        if (!FOUND.isEmpty()) {
            throw new IllegalStateException(
                    "Buffers were dropped without being released:\n" + String.join("\n", FOUND));
        }
    }

    /** Returns the leaks found since the last call. */
    static List<String> taken() {
        collect();
        List<String> found = List.copyOf(FOUND);
        FOUND.removeAll(found);
        return found;
    }

    // Netty reports dropped buffers when it starts to follow another one: at level simple, one in 128.
    private static void collect() {
        ResourceLeakDetector.Level level = ResourceLeakDetector.getLevel();
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        for (int attempt = 0; attempt < ATTEMPTS && FOUND.isEmpty(); attempt++) {
            collectGarbage();
            ByteBuf another = PooledByteBufAllocator.DEFAULT.directBuffer(16);
            another.release();
        }
        ResourceLeakDetector.setLevel(level);
    }

    /** Returns when the garbage collector has queued the dropped objects, a canary among them. */
    private static void collectGarbage() {
        ReferenceQueue<Object> dropped = new ReferenceQueue<>();
        Reference<Object> canary = new WeakReference<>(new Object(), dropped);
        System.gc();
        try {
            dropped.remove(PATIENCE_MILLIS);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
        }
        Reference.reachabilityFence(canary);
    }

    private static final class Recorder<T> extends ResourceLeakDetector<T> {

        Recorder(Class<T> resource, int samplingInterval) {
            super(resource, samplingInterval);
        }

        // Netty itself only looks when its logger would print an error.
        @Override
        protected boolean needReport() {
            return true;
        }

        @Override
        protected void reportTracedLeak(String resource, String records) {
            FOUND.add(resource + records);
        }

        @Override
        protected void reportUntracedLeak(String resource) {
            FOUND.add(resource);
        }
    }
}
