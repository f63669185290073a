package io.gpulse.jvm;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

/**
 * Ends the process after an {@link OutOfMemoryError} or {@link InternalError} in any thread, since its state is unknown
 * afterwards. Executors, Reactor and Netty catch such an error and stop only the task that it hit. Four places are
 * therefore checked: uncaught errors, tasks of Reactor's schedulers, log events, and the failures of requests. Direct
 * memory is exempt: clients can exhaust it, and it costs only the connection that needed the buffer.
 */
public final class FatalErrors {

    /** The exit code of the process: EX_SOFTWARE of sysexits.h. */
    public static final int EXIT_CODE = 70;

    private static final Logger log = LoggerFactory.getLogger(FatalErrors.class);
    private static final String KEY = "gpulse.fatal-errors";

    /** The maximum depth of a chain of causes, which can be circular. */
    private static final int LONGEST_CHAIN = 16;

    private static volatile @Nullable Terminator terminator;

    private FatalErrors() {}

    /** Ends the process; called by the thread that met the error, possibly by several threads concurrently. */
    @FunctionalInterface
    public interface Terminator {

        void terminate(VirtualMachineError fatal);
    }

    /** Checks every uncaught error and every task of Reactor's schedulers from now on. */
    public static void install(Terminator chosen) {
        terminator = chosen;
        Thread.UncaughtExceptionHandler next = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> onUncaught(next, thread, failure));
        Schedulers.onScheduleHook(KEY, GuardedTask::new);
    }

    /** Checks log events too. Call it after the initialization of the log, which drops earlier filters. */
    public static void watchLog() {
        FatalLogFilter.install();
    }

    /** Undoes {@link #install} and {@link #watchLog}. */
    static void uninstall() {
        terminator = null;
        Thread.setDefaultUncaughtExceptionHandler(null);
        Schedulers.resetOnScheduleHook(KEY);
        FatalLogFilter.uninstall();
    }

    /** Ends the process if the failure or one of its causes is a fatal error. Allocates nothing. */
    public static void check(@Nullable Throwable failure) {
        Throwable cause = failure;
        for (int depth = 0; cause != null && depth < LONGEST_CHAIN; depth++) {
            if (isFatal(cause)) {
                Terminator chosen = terminator;
                if (chosen != null) {
                    chosen.terminate((VirtualMachineError) cause);
                }
                return;
            }
            cause = cause.getCause();
        }
    }

    private static boolean isFatal(Throwable cause) {
        return cause instanceof InternalError || (cause instanceof OutOfMemoryError && !isOfBuffers(cause));
    }

    /** Returns whether direct memory is exhausted: the JVM reports it by its message only, Netty by another one. */
    private static boolean isOfBuffers(Throwable error) {
        String message = error.getMessage();
        return message != null && (message.contains("direct buffer memory") || message.contains("of direct memory"));
    }

    private static void onUncaught(Thread.@Nullable UncaughtExceptionHandler next, Thread thread, Throwable failure) {
        check(failure);
        if (next != null) {
            next.uncaughtException(thread, failure);
        } else {
            log.error("Thread {} ended by an error", thread.getName(), failure);
        }
    }

    /** A task whose error the scheduler would swallow. */
    private record GuardedTask(Runnable task) implements Runnable {

        @Override
        public void run() {
            try {
                this.task.run();
            } catch (Throwable failure) {
                check(failure);
                throw failure;
            }
        }
    }
}
