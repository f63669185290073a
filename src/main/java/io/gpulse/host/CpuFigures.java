package io.gpulse.host;

import io.gpulse.host.CpuTicks.Use;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code stat} with the time of all processors, or of one. Remembers the last sample, since a share needs
 * two. Used by one thread.
 */
final class CpuFigures implements Figures {

    private static final String PROCESSOR = "cpu";
    private static final Pattern ONE_PROCESSOR = Pattern.compile(PROCESSOR + "(\\d{1,6})(\\s.*)");

    /** The uses by figure, of the line of all processors and of one. */
    private static final Map<String, Use> USES = Map.ofEntries(
            Map.entry(PROCESSOR, Use.BUSY),
            Map.entry("cpu user", Use.USER),
            Map.entry("cpu system", Use.SYSTEM),
            Map.entry("cpu iowait", Use.WAITING),
            Map.entry("cpu steal", Use.STOLEN),
            Map.entry("cpuN", Use.BUSY),
            Map.entry("cpuN user", Use.USER),
            Map.entry("cpuN system", Use.SYSTEM),
            Map.entry("cpuN iowait", Use.WAITING),
            Map.entry("cpuN steal", Use.STOLEN));

    private @Nullable ProcFile sampled;
    private boolean available;
    private Optional<CpuTicks> now = Optional.empty();
    private Optional<CpuTicks> before = Optional.empty();

    /** Returns the line of each online processor, by number; they are among the first lines. */
    static Map<String, ProcFile> each(ProcFile stat) {
        Map<String, ProcFile> each = new LinkedHashMap<>();
        stat.text()
                .lines()
                .takeWhile((line) -> line.startsWith(PROCESSOR))
                .map(ONE_PROCESSOR::matcher)
                .filter(Matcher::matches)
                .forEach((line) -> each.put(line.group(1), stat.part(PROCESSOR + line.group(2))));
        return each;
    }

    @Override
    public Reading read(ProcFile file, String figure) {
        Use use = USES.get(figure);
        if (use == null) {
            return Reading.absent(Reason.ERROR);
        }
        read(file);
        return this.available ? shareSinceBefore(use) : Reading.absent(Reason.NOT_SUPPORTED);
    }

    private Reading shareSinceBefore(Use use) {
        if (this.now.isEmpty()) {
            return Reading.absent(Reason.ERROR);
        }
        CpuTicks ticks = this.now.get();
        if (!ticks.contains(use)) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        OptionalDouble share =
                this.before.map((then) -> ticks.percentSince(then, use)).orElse(OptionalDouble.empty());
        return share.isPresent() ? new Reading.Quantity(share.getAsDouble()) : Reading.absent(Reason.NO_DATA);
    }

    /** Parses the file once per sample, however many figures are read. */
    @SuppressWarnings("ReferenceEquality") // a file is one object for each sample
    private void read(ProcFile file) {
        if (file != this.sampled) {
            Optional<String> columns = file.after(PROCESSOR + " ");
            this.sampled = file;
            this.available = columns.isPresent();
            this.before = this.now.isPresent() ? this.now : this.before;
            this.now = columns.flatMap(CpuTicks::parse);
        }
    }
}
