package io.gpulse.text.query;

import io.gpulse.metric.Metric;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * A condition for a line of a GPU's log.
 *
 * @param subject a property, an architecture, or a driver branch
 */
record LogCondition(Kind kind, String subject) {

    /** The driver's numbers of the architectures that the log distinguishes. */
    private static final Map<String, Integer> ARCHITECTURES = Map.of("Turing", 6, "Ampere", 7);

    enum Kind {
        /** Shown with a value of the property. */
        ONLY,
        /** Shown without a value of the property. */
        UNLESS,
        /** Shown if the driver, or the output of nvidia-smi, has the property. */
        WITH,
        /** Shown if it has not. */
        WITHOUT,
        /** Shown from this architecture or driver on, and when it is unknown. */
        SINCE,
        /** Shown before this architecture or driver. */
        BEFORE
    }

    LogCondition {
        boolean ofArchitecture = kind == Kind.SINCE || kind == Kind.BEFORE;
        if (ofArchitecture && !isOfDriver(subject) && !ARCHITECTURES.containsKey(subject)) {
            throw new IllegalArgumentException("Unknown architecture: " + subject);
        }
    }

    private static boolean isOfDriver(String subject) {
        return Character.isDigit(subject.charAt(0));
    }

    boolean holds(GpuRow row) {
        return switch (this.kind) {
            case ONLY -> LogOutline.cell(this.subject, row).isValue();
            case UNLESS -> !LogOutline.cell(this.subject, row).isValue();
            case WITH -> row.lists(LogOutline.metric(this.subject));
            case WITHOUT -> !row.lists(LogOutline.metric(this.subject));
            case SINCE -> !isOlder(row);
            case BEFORE -> isOlder(row);
        };
    }

    private boolean isOlder(GpuRow row) {
        if (isOfDriver(this.subject)) {
            return !row.generation().isSince(Integer.parseInt(this.subject));
        }
        OptionalDouble architecture = row.gpu().readings().number(Metric.GPU_ARCHITECTURE);
        if (architecture.isEmpty()) {
            // Older XML does not name the architecture, but it has the counters of one.
            return row.lists(Metric.ECC_CORRECTED_VOLATILE_REGISTERS) && !row.lists(Metric.ECC_CORRECTED_VOLATILE_SRAM);
        }
        return architecture.getAsDouble() < Objects.requireNonNull(ARCHITECTURES.get(this.subject));
    }
}
