package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The line of all processors in {@code stat}. A share needs two looks, so this one remembers the last. Used by one
 * thread.
 */
final class CpuFigures implements Figures {

    private static final String ALL_PROCESSORS = "cpu";

    private @Nullable CpuTicks before;

    @Override
    public Reading read(ProcFile file, String figure) {
        if (!figure.equals(ALL_PROCESSORS)) {
            return Reading.absent(Reason.ERROR);
        }
        return file.after(ALL_PROCESSORS + " ")
                .map(this::shareSinceBefore)
                .orElse(Reading.absent(Reason.NOT_SUPPORTED));
    }

    private Reading shareSinceBefore(String columns) {
        Optional<CpuTicks> now = CpuTicks.parse(columns);
        CpuTicks last = this.before;
        this.before = now.orElse(null);
        if (now.isEmpty()) {
            return Reading.absent(Reason.ERROR);
        }
        OptionalDouble share = last == null ? OptionalDouble.empty() : now.get().busySince(last);
        return share.isPresent() ? new Reading.Quantity(share.getAsDouble()) : Reading.absent(Reason.NO_DATA);
    }
}
