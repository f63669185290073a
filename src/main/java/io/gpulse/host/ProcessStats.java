package io.gpulse.host;

import io.gpulse.metric.Reason;
import java.nio.file.Files;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The content of {@code PID/stat}, and the origin of its times. */
final class ProcessStats {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,15}");

    /** Hundredths of a second on every machine that there is an NVIDIA driver for. */
    private static final long MILLIS_PER_TICK = 10;

    private final ProcFolder proc;
    private @Nullable ProcFile machine;

    ProcessStats(ProcFolder proc) {
        this.proc = proc;
    }

    /**
     * The result of a read.
     *
     * @param stat null when the file could not be read
     * @param unread why the file could not be read; null when it could
     */
    record Result(@Nullable ProcessStat stat, @Nullable Reason unread) {

        private static Result unread(Reason why) {
            return new Result(null, why);
        }
    }

    Result of(int pid) {
        ProcFile file = this.proc.read(pid + "/stat");
        Reason why = file.unread();
        if (why != null) {
            return Result.unread(why == Reason.NO_PERMISSION || isHidden() ? Reason.NO_PERMISSION : Reason.NO_DATA);
        }
        return ProcessStat.parse(file)
                .map((stat) -> new Result(stat, null))
                .orElseGet(() -> Result.unread(Reason.ERROR));
    }

    /** Returns whether the kernel hides the processes of other users: then it also hides process 1, or its files. */
    private boolean isHidden() {
        return !Files.isReadable(this.proc.root().resolve("1"));
    }

    /** Begins a round, which reads the start of the machine once: that file is long where there are many processors. */
    void begin() {
        this.machine = null;
    }

    /** Returns when the process was started; null when the start of the machine is not known. */
    @Nullable
    Instant startedAt(ProcessStat stat) {
        ProcFile file = this.machine == null ? this.proc.read("stat") : this.machine;
        this.machine = file;
        return file.after("btime ")
                .filter((seconds) -> SECONDS.matcher(seconds).matches())
                .map((seconds) -> Instant.ofEpochSecond(Long.parseLong(seconds)).plusMillis(startMillis(stat)))
                .orElse(null);
    }

    /** Returns the time from the start of the machine to that of the process. */
    static long startMillis(ProcessStat stat) {
        return stat.startedAt() * MILLIS_PER_TICK;
    }
}
