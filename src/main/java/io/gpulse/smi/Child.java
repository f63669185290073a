package io.gpulse.smi;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs a program to its end with a time limit, in the C locale. The program and its descendants are terminated when it
 * takes too long or prints too much.
 */
record Child(Path program, Duration patience) {

    /** Eight GPUs with all properties are 40 kB. */
    private static final int MOST_BYTES = 4 << 20;

    private static final ProcessBuilder.Redirect NOTHING = ProcessBuilder.Redirect.from(
            new File(System.getProperty("os.name", "").startsWith("Windows") ? "NUL" : "/dev/null"));

    /** Starts a program in a session of its own, by which the processes are found that a wrapper leaves behind. */
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    private static final Path PROC = Path.of("/proc");

    /** The place of the session behind the name in a file {@code stat}. */
    private static final int SESSION = 3;

    /** The exit code and the output of a run. */
    record Result(int code, String text, String errors) {}

    Result run(List<String> arguments) throws SmiRefusedException {
        long until = System.nanoTime() + this.patience.toNanos();
        Process process = start(arguments);
        try {
            FutureTask<String> output = reading(process.getInputStream());
            FutureTask<String> errors = reading(process.getErrorStream());
            String text = output.get(left(until), TimeUnit.NANOSECONDS);
            if (!process.waitFor(left(until), TimeUnit.NANOSECONDS)) {
                throw new TimeoutException();
            }
            return new Result(process.exitValue(), text, errors.get(left(until), TimeUnit.NANOSECONDS));
        } catch (TimeoutException late) {
            throw new SmiRefusedException("It did not end within " + this.patience.toSeconds() + " s and was ended.");
        } catch (ExecutionException unreadable) {
            Throwable why = unreadable.getCause() == null ? unreadable : unreadable.getCause();
            throw new SmiRefusedException("Its output cannot be read: " + why.getMessage() + ".");
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new SmiRefusedException("It was not waited for.");
        } finally {
            end(process);
        }
    }

    /** Starts the program without waiting for its end. */
    Process start(List<String> arguments) throws SmiRefusedException {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SETSID) && Files.isExecutable(this.program)) {
            command.add(SETSID.toString());
        }
        command.add(this.program.toString());
        command.addAll(arguments);
        ProcessBuilder starting = new ProcessBuilder(command);
        starting.environment().put("LC_ALL", "C");
        starting.redirectInput(NOTHING);
        try {
            return starting.start();
        } catch (IOException ex) {
            throw new SmiRefusedException("It cannot be started: " + ex.getMessage() + ".");
        }
    }

    private static FutureTask<String> reading(InputStream stream) {
        FutureTask<String> reading = new FutureTask<>(() -> read(stream));
        Thread reader = new Thread(reading, "gpulse-smi-reader");
        reader.setDaemon(true);
        reader.start();
        return reading;
    }

    /** Decodes invalid UTF-8, for example in program names, as U+FFFD. */
    private static String read(InputStream stream) throws IOException {
        byte[] bytes = stream.readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new IOException("more than " + (MOST_BYTES >> 20) + " MiB");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static long left(long until) {
        return Math.max(0, until - System.nanoTime());
    }

    /**
     * Terminates the descendants too: they hold the output open and would outlive the program. After the end of the
     * process only those of its session: no other process has its PID while there is one. Another one that has it by
     * then may have descendants of its own.
     */
    static void end(Process process) {
        if (process.isAlive()) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        } else if (ProcessHandle.of(process.pid()).isPresent()) {
            return;
        }
        ProcessHandle.allProcesses()
                .filter((other) -> session(other.pid()).equals(Long.toString(process.pid())))
                .forEach(ProcessHandle::destroyForcibly);
    }

    /** Returns the session of a process; empty when it is not known. */
    private static String session(long pid) {
        try {
            String stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
            return fields.length > SESSION ? fields[SESSION] : "";
        } catch (IOException ended) {
            return "";
        }
    }
}
