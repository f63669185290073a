package io.gpulse.doctor;

import io.gpulse.doctor.examination.ExaminationTimeouts;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.doctor.report.MaskedJson;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.recording.CallStatistics;
import io.gpulse.recording.MachineRecorder;
import io.gpulse.recording.MachineRecorder.Order;
import io.gpulse.recording.MachineRecorder.Outcome;
import io.gpulse.setup.HostSystem;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Records the driver of this machine, or lists the calls of a recording. */
final class RecordingCommand {

    private static final int FORMAT = 1;
    private static final String WARNING =
            "This recording is not masked: it holds UUIDs, serial numbers, bus ids and the"
                    + " names of processes. Check before you share it.";
    private static final String MASKED =
            "UUIDs, serial numbers, bus ids and names of processes were replaced; numbers of processes were not.";

    private final HostSystem system;
    private final ExaminationTimeouts timeouts;
    private final PrintStream out;

    RecordingCommand(HostSystem system, ExaminationTimeouts timeouts, PrintStream out) {
        this.system = system;
        this.timeouts = timeouts;
        this.out = out;
    }

    ExitCode run(Options options, Path file) {
        Duration length = options.length();
        return length == null ? list(file, options.isGiven("--json")) : record(options, file, length);
    }

    private ExitCode record(Options options, Path file, Duration length) {
        boolean isMasked = !options.isGiven("--raw");
        NvmlSource nvml = options.nvml(this.system.root());
        Order order = new Order(length, file, isMasked, Machine.version(), this.timeouts.call());
        Outcome outcome = new MachineRecorder(nvml, order).record();
        this.out.println(sentences(file, outcome));
        this.out.println(isMasked ? MASKED : WARNING);
        if (!outcome.hanging().isEmpty()) {
            return ExitCode.HANGS;
        }
        return outcome.gpus() == 0 ? ExitCode.NO_GPU : ExitCode.FINE;
    }

    private static String sentences(Path file, Outcome outcome) {
        List<String> sentences = new ArrayList<>();
        sentences.add(String.format(
                Locale.ROOT,
                "Recorded %d calls of %d GPU%s in %d s to %s.",
                outcome.invocations(),
                outcome.gpus(),
                outcome.gpus() == 1 ? "" : "s",
                outcome.length().toSeconds(),
                file));
        if (outcome.trouble() != null) {
            sentences.add(outcome.trouble());
        }
        if (!outcome.hanging().isEmpty()) {
            sentences.add("Had not returned when it ended: " + String.join(", ", outcome.hanging()) + ".");
        }
        if (outcome.isFull()) {
            sentences.add("It ended early, since a recording holds no more.");
        }
        return String.join(System.lineSeparator(), sentences);
    }

    private ExitCode list(Path file, boolean isJson) {
        CallStatistics statistics = CallStatistics.of(file);
        this.out.print(
                isJson ? new MaskedJson(UnaryOperator.identity()).write(Calls.of(statistics)) : table(statistics));
        return ExitCode.FINE;
    }

    /** The calls of a recording, in JSON. */
    private record Calls(
            int format, Instant recordedAt, String gpulse, double seconds, List<CallStatistics.Row> calls) {

        static Calls of(CallStatistics statistics) {
            return new Calls(
                    FORMAT,
                    statistics.recordedAt(),
                    statistics.gpulse(),
                    statistics.length().toMillis() / 1e3,
                    statistics.rows());
        }
    }

    private static String table(CallStatistics statistics) {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "Recorded at %s by gpulse %s, %d s.%n%n%10s %12s %12s  %-24s %s%n",
                statistics.recordedAt(),
                statistics.gpulse(),
                statistics.length().toSeconds(),
                "count",
                "p50 us",
                "p99 us",
                "codes",
                "call"));
        for (CallStatistics.Row row : statistics.rows()) {
            String codes = row.codes() + (row.hangs() == 0 ? "" : ", " + row.hangs() + " never returned");
            text.append(String.format(
                    Locale.ROOT,
                    "%10d %12.1f %12.1f  %-24s %s%n",
                    row.count(),
                    row.p50Micros(),
                    row.p99Micros(),
                    codes.replaceAll("[{}]", "").replace('=', ':'),
                    row.call()));
        }
        return text.toString();
    }
}
