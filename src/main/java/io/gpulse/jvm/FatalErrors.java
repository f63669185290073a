package io.gpulse.jvm;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Schedulers;

/**
 * Ends the process at an {@link OutOfMemoryError} or {@link InternalError} in any thread: afterwards no part of it can
 * be trusted. Executors, Reactor and Netty catch such an error, and only stop the task that it hit. It is therefore
 * looked for where they report it: in uncaught errors, in the tasks of Reactor's schedulers, in what is logged, and in
 * what requests fail with. The limit of direct memory is no such error: it costs the connection that needed a buffer,
 * and clients can reach it.
 */
public final class FatalErrors {

    /** The code of the process's exit: EX_SOFTWARE of sysexits.h. */
    public static final int EXIT_CODE = 70;

    private static final Logger log = LoggerFactory.getLogger(FatalErrors.class);
    private static final String KEY = "gpulse.fatal-errors";

    /** A chain of causes can be a circle. */
    private static final int LONGEST_CHAIN = 16;

    private static volatile @Nullable Terminator terminator;

    private FatalErrors() {}

    /** Ends the process; called in the thread that met the error, perhaps by several threads at once. */
    @FunctionalInterface
    public interface Terminator {

        void terminate(VirtualMachineError fatal);
    }

    /** Sees every uncaught error and every task of Reactor's schedulers from now on. */
    public static void install(Terminator chosen) {
        terminator = chosen;
        Thread.UncaughtExceptionHandler next = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> onUncaught(next, thread, failure));
        Schedulers.onScheduleHook(KEY, GuardedTask::new);
    }

    /** Sees what is logged as well; to be called when the log is set up, which drops filters that it had before. */
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

    /** Ends the process if a fatal error is the failure, or is among its causes. Allocates nothing. */
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

    /** That of the JVM differs by its message only; Netty has one of its own. */
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

    /** A task of a scheduler, which would keep its error to itself. */
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
