package io.gpulse.host;

import io.gpulse.metric.Reason;
import java.nio.file.Files;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code PID/stat}, and what its times count from. */
final class ProcessStats {

    private static final Pattern SECONDS = Pattern.compile("\\d{1,15}");

    /** Hundredths of a second on every machine that there is an NVIDIA driver for. */
    private static final long MILLIS_PER_TICK = 10;

    private final ProcFolder proc;

    ProcessStats(ProcFolder proc) {
        this.proc = proc;
    }

    /**
     * What was read.
     *
     * @param sample null when it could not be read
     * @param unread why not; null when it could
     */
    record Result(@Nullable StatSample sample, @Nullable Reason unread) {

        /** Whether both are of the same process; its start tells two of the same number apart. */
        boolean isSameProcess(StatSample other) {
            return this.sample != null
                    && this.sample.stat().startedAt() == other.stat().startedAt();
        }

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
        return ProcessStat.parse(file.text())
                .map((stat) -> new Result(new StatSample(stat, file.readAt()), null))
                .orElseGet(() -> Result.unread(Reason.ERROR));
    }

    /** The first process is always there; a kernel that hides the processes of others hides it as well. */
    private boolean isHidden() {
        return Files.notExists(this.proc.root().resolve("1"));
    }

    /** When the process was started; null when the kernel does not tell when the machine was. */
    @Nullable
    Instant startedAt(ProcessStat stat) {
        return this.proc
                .read("stat")
                .after("btime ")
                .filter((seconds) -> SECONDS.matcher(seconds).matches())
                .map((seconds) -> Instant.ofEpochSecond(Long.parseLong(seconds)).plusMillis(startMillis(stat)))
                .orElse(null);
    }

    /** From the start of the machine to that of the process. */
    static long startMillis(ProcessStat stat) {
        return stat.startedAt() * MILLIS_PER_TICK;
    }
}
