package io.gpulse.text.query;

import io.gpulse.metric.Metric;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;

/**
 * On what it depends whether a GPU's log has a line.
 *
 * @param kind how it depends on it
 * @param subject a property, an architecture, or the branch of a driver
 */
record LogCondition(Kind kind, String subject) {

    /** The driver's numbers of the architectures that the log tells apart. */
    private static final Map<String, Integer> ARCHITECTURES = Map.of("Turing", 6, "Ampere", 7);

    enum Kind {
        /** There with a value of the property. */
        ONLY,
        /** There without one. */
        UNLESS,
        /** There from this architecture or driver on, and where it is not known. */
        SINCE,
        /** There up to the architecture or driver before. */
        BEFORE
    }

    LogCondition {
        boolean ofArchitecture = kind == Kind.SINCE || kind == Kind.BEFORE;
        if (ofArchitecture && !isOfDriver(subject) && !ARCHITECTURES.containsKey(subject)) {
            throw new IllegalArgumentException("No architecture: " + subject);
        }
    }

    private static boolean isOfDriver(String subject) {
        return Character.isDigit(subject.charAt(0));
    }

    /** Whether it is about a property. */
    boolean isOfProperty() {
        return this.kind == Kind.ONLY || this.kind == Kind.UNLESS;
    }

    boolean holds(GpuRow row) {
        return switch (this.kind) {
            case ONLY -> LogOutline.cell(this.subject, row).isValue();
            case UNLESS -> !LogOutline.cell(this.subject, row).isValue();
            case SINCE -> !isOlder(row);
            case BEFORE -> isOlder(row);
        };
    }

    private boolean isOlder(GpuRow row) {
        if (isOfDriver(this.subject)) {
            return !row.generation().isSince(Integer.parseInt(this.subject));
        }
        OptionalDouble architecture = row.gpu().readings().number(Metric.GPU_ARCHITECTURE);
        return architecture.isPresent()
                && architecture.getAsDouble() < Objects.requireNonNull(ARCHITECTURES.get(this.subject));
    }
}
