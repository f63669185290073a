package io.gpulse.jvm;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/**
 * The memory that the C library allocates for the JVM. glibc keeps what is freed in up to eight arenas per processor;
 * on a machine with 16 of them that is about 100 MB, most of it freed by the compilers.
 */
public final class NativeHeap {

    /** In seconds, by which the compilers have compiled what the start executes. */
    private static final int FIRST = 20;

    /** In seconds; a call takes some milliseconds. */
    private static final int EVERY = 60;

    private static final String FLAG = "TrimNativeHeapInterval";
    private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
    private static final String TRIM = "systemTrimNativeHeap";

    private static final Logger log = LoggerFactory.getLogger(NativeHeap.class);

    private final HeapFlags flags;
    private final Trim trim;

    /** Returns freed memory to the operating system. */
    interface Trim {

        void run() throws JMException;
    }

    NativeHeap(HeapFlags flags, Trim trim) {
        this.flags = flags;
        this.trim = trim;
    }

    public static NativeHeap ofThisJvm() {
        return new NativeHeap(HeapFlags.ofThisJvm(), NativeHeap::trim);
    }

    /**
     * Returns freed memory to the operating system once a minute, until the result is disposed. Does nothing where the
     * command line makes the JVM do so, with {@code -XX:TrimNativeHeapInterval}, or where the JVM cannot.
     */
    public Disposable trimRegularly(Scheduler scheduler) {
        if (this.flags.isGiven(FLAG)) {
            return Disposables.disposed();
        }
        Disposable.Swap task = Disposables.swap();
        task.update(scheduler.schedulePeriodically(() -> trimOrStop(task), FIRST, EVERY, TimeUnit.SECONDS));
        return task;
    }

    private void trimOrStop(Disposable task) {
        try {
            this.trim.run();
        } catch (JMException | JMRuntimeException refused) {
            // This JVM has no such command, or not with this C library.
            log.debug("The JVM does not trim the native heap", refused);
            task.dispose();
        }
    }

    private static void trim() throws JMException {
        ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName(COMMANDS), TRIM, new Object[0], new String[0]);
    }
}
