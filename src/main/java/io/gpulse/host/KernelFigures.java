package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The figures of small files of the kernel. Used by one thread. */
final class KernelFigures {

    private static final List<String> MEANS = List.of("1m", "5m", "15m");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}");
    private static final Pattern DECIMAL = Pattern.compile("\\d{1,15}(\\.\\d{1,15})?");

    private final Figures processors = new CpuFigures();
    private final Rates rates = new Rates();
    private final KernelUnits units;

    KernelFigures(KernelUnits units) {
        this.units = units;
    }

    /** Reads {@code stat}: the time of the processors, totals of events, and the numbers of waiting processes. */
    Reading stat(ProcFile file, String figure) {
        return switch (figure) {
            case "intr", "ctxt" -> perSecond(file, figure);
            case "procs_running", "procs_blocked" -> level(file, figure);
            default -> this.processors.read(file, figure);
        };
    }

    /** Reads the traffic from and to swap, which {@code vmstat} counts in pages, in bytes per second. */
    Reading swap(ProcFile file, String figure) {
        return perSecond(file, figure).convert(this.units::bytes);
    }

    /** Reads one of three means at the start of {@code loadavg}: {@code 0.20 0.18 0.12 1/80 11206}. */
    static Reading load(ProcFile file, String figure) {
        int column = MEANS.indexOf(figure);
        List<String> columns = ProcFile.words(file.text());
        if (column < 0
                || column >= columns.size()
                || !DECIMAL.matcher(columns.get(column)).matches()) {
            return Reading.absent(Reason.ERROR);
        }
        return new Reading.Quantity(Double.parseDouble(columns.get(column)));
    }

    /** Reads a line of a name and a current number: {@code procs_running 4}. */
    private static Reading level(ProcFile file, String figure) {
        return file.after(figure + " ")
                .map((number) -> NUMBER.matcher(number).matches()
                        ? new Reading.Quantity(Long.parseLong(number))
                        : Reading.absent(Reason.ERROR))
                .orElse(Reading.absent(Reason.NOT_SUPPORTED));
    }

    /** Reads a line of a name and a growing total, {@code ctxt 14203446}; further columns are left out. */
    private Reading perSecond(ProcFile file, String figure) {
        Map<String, String> total = file.after(figure + " ")
                .map((numbers) -> Map.of(figure, numbers.split(" ", 2)[0]))
                .orElse(Map.of());
        return this.rates.perSecond(file, figure, total);
    }
}
