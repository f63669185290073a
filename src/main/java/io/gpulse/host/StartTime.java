package io.gpulse.host;

import io.gpulse.metric.Reason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** When a process was started: what tells two processes of the same number apart. */
final class StartTime {

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");

    /** In {@code stat}, behind the name in brackets. */
    private static final int START = 19;

    /** Hundredths of a second on every machine that there is an NVIDIA driver for. */
    private static final long MILLIS_PER_TICK = 10;

    private final Path proc;

    StartTime(Path proc) {
        this.proc = proc;
    }

    /**
     * A time since the machine was started.
     *
     * @param unread why it is not known; null when it is
     */
    record Ticks(long count, @Nullable Reason unread) {

        private static Ticks unknown(Reason why) {
            return new Ticks(0, why);
        }
    }

    Ticks of(int pid) {
        ProcFile stat = ProcFile.read(this.proc.resolve(pid + "/stat"));
        Reason why = stat.unread();
        if (why != null) {
            return Ticks.unknown(why == Reason.NO_PERMISSION || isHidden() ? Reason.NO_PERMISSION : Reason.NO_DATA);
        }
        // The name may hold brackets and blanks of its own.
        String behindName = stat.text().substring(stat.text().lastIndexOf(')') + 1);
        List<String> columns = List.of(behindName.strip().split("\\s+"));
        return columns.size() > START && NUMBER.matcher(columns.get(START)).matches()
                ? new Ticks(Long.parseLong(columns.get(START)), null)
                : Ticks.unknown(Reason.ERROR);
    }

    /** The first process is always there; a kernel that hides the processes of others hides it as well. */
    private boolean isHidden() {
        return Files.notExists(this.proc.resolve("1"));
    }

    /** Null when the kernel does not tell when the machine was started. */
    @Nullable
    Instant instant(Ticks started) {
        return ProcFile.read(this.proc.resolve("stat"))
                .after("btime ")
                .filter((seconds) -> NUMBER.matcher(seconds).matches())
                .map((seconds) ->
                        Instant.ofEpochSecond(Long.parseLong(seconds)).plusMillis(started.count() * MILLIS_PER_TICK))
                .orElse(null);
    }
}
