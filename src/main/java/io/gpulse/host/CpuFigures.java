package io.gpulse.host;

import io.gpulse.host.CpuTicks.Use;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The line of all processors in {@code stat}. A share needs two looks, so this one remembers the last. Used by one
 * thread.
 */
final class CpuFigures implements Figures {

    private static final String ALL_PROCESSORS = "cpu";

    private static final Map<String, Use> USES = Map.of(
            ALL_PROCESSORS,
            Use.BUSY,
            "cpu user",
            Use.USER,
            "cpu system",
            Use.SYSTEM,
            "cpu iowait",
            Use.WAITING,
            "cpu steal",
            Use.STOLEN);

    private final Map<Use, CpuTicks> before = new EnumMap<>(Use.class);

    @Override
    public Reading read(ProcFile file, String figure) {
        Use use = USES.get(figure);
        if (use == null) {
            return Reading.absent(Reason.ERROR);
        }
        return file.after(ALL_PROCESSORS + " ")
                .map((columns) -> shareSinceBefore(columns, use))
                .orElse(Reading.absent(Reason.NOT_SUPPORTED));
    }

    private Reading shareSinceBefore(String columns, Use use) {
        Optional<CpuTicks> now = CpuTicks.parse(columns);
        if (now.isEmpty()) {
            return Reading.absent(Reason.ERROR);
        }
        if (!now.get().tells(use)) {
            return Reading.absent(Reason.NOT_SUPPORTED);
        }
        CpuTicks last = this.before.put(use, now.get());
        OptionalDouble share = last == null ? OptionalDouble.empty() : now.get().percentSince(last, use);
        return share.isPresent() ? new Reading.Quantity(share.getAsDouble()) : Reading.absent(Reason.NO_DATA);
    }
}
