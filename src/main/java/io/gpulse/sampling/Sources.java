package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sources to try, in order. */
record Sources(String mode, List<GpuSource> real, @Nullable GpuSource fallback) {

    Sources {
        real = List.copyOf(real);
    }

    /**
     * Opens the first source that is available; blocks.
     *
     * @param already the open second choice, which is not opened again; null when none is open
     */
    Opening open(@Nullable GpuSession already) {
        List<String> reasons = new ArrayList<>();
        for (GpuSource candidate : this.real) {
            if (already != null && candidate.kind() == already.source().kind()) {
                return new Opening(null, joined(reasons));
            }
            try {
                return new Opening(candidate.open(), joined(reasons));
            } catch (SourceUnavailableException unavailable) {
                addReason(reasons, unavailable);
            }
        }
        String reason = this.real.isEmpty()
                ? "gpulse is configured to sample no GPUs (gpulse.source=" + this.mode + ")."
                : joined(reasons);
        return already == null && this.fallback != null ? openFallback(reason) : new Opening(null, reason);
    }

    /** Adds the reason of the first source, and those of others that are installed. */
    private static void addReason(List<String> reasons, SourceUnavailableException unavailable) {
        boolean isInstalled = unavailable.diagnosis().checks().stream().anyMatch(Sources::isMade);
        if (reasons.isEmpty() || isInstalled) {
            reasons.add(String.valueOf(unavailable.getMessage()));
        }
    }

    private static String joined(List<String> reasons) {
        return String.join(" ", reasons);
    }

    private static boolean isMade(Diagnosis.Check check) {
        return check.outcome() != Diagnosis.Outcome.NOT_CHECKED;
    }

    private Opening openFallback(String reason) {
        try {
            GpuSource last = this.fallback;
            return new Opening(last == null ? null : last.open(), reason);
        } catch (SourceUnavailableException impossible) {
            return new Opening(null, reason);
        }
    }

    /** Returns the source while there is no session. */
    Source none(String reason) {
        return this.real.isEmpty() ? Source.none(reason) : this.real.get(0).without(reason);
    }

    /** Returns whether a source that comes before this one may become available. */
    boolean isSecondChoice(GpuSession open) {
        SourceKind kind = open.source().kind();
        boolean isFallback = this.fallback != null && kind == this.fallback.kind();
        return isFallback || this.real.stream().skip(1).anyMatch((source) -> source.kind() == kind);
    }

    /**
     * Returns the findings of the sources up to the open one; of all when none is open.
     *
     * @param open null when there is no session
     */
    Diagnosis diagnosis(@Nullable GpuSession open) {
        if (this.real.isEmpty()) {
            return Diagnosis.UNKNOWN;
        }
        Diagnosis found = this.real.get(0).diagnosis();
        for (GpuSource next : this.real.subList(1, this.real.size())) {
            boolean isOpen = open != null && open.source().kind() == next.kind();
            if (isOpen || open == null) {
                found = joined(found, next.diagnosis(), isOpen);
            }
        }
        return found;
    }

    private static Diagnosis joined(Diagnosis first, Diagnosis next, boolean isOpen) {
        List<Diagnosis.Check> checks = Stream.concat(
                        first.checks().stream(), next.checks().stream().filter(Sources::isMade))
                .toList();
        return isOpen ? new Diagnosis(null, checks, List.of()) : new Diagnosis(first.reason(), checks, first.steps());
    }

    /** Returns the sentence about a call that has not returned for a time. */
    String hang(Duration time) {
        String call = this.real.stream()
                .map(GpuSource::callInProgress)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("A call of the driver");
        return call + " has not returned for " + time.toSeconds() + " s.";
    }

    /** The result of an attempt to open a session: the session, or the reason why there is none. */
    record Opening(@Nullable GpuSession session, String reason) {}
}
