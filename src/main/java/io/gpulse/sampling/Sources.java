package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.Source;
import io.gpulse.device.SourceUnavailableException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The sources to try, in order. */
record Sources(String mode, List<GpuSource> real, @Nullable GpuSource fallback) {

    Sources {
        real = List.copyOf(real);
    }

    /**
     * Opens the first source that is available; blocks.
     *
     * @param already the open fallback, which is not opened again; null when it is not open
     */
    Opening open(@Nullable GpuSession already) {
        String reason = "gpulse is configured to sample no GPUs (gpulse.source=" + this.mode + ").";
        for (GpuSource candidate : this.real) {
            try {
                return new Opening(candidate.open(), "");
            } catch (SourceUnavailableException unavailable) {
                reason = String.valueOf(unavailable.getMessage());
            }
        }
        return already == null && this.fallback != null ? openFallback(reason) : new Opening(null, reason);
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

    boolean isFallback(GpuSession open) {
        return this.fallback != null && open.source().kind() == this.fallback.kind();
    }

    Diagnosis diagnosis() {
        return this.real.isEmpty() ? Diagnosis.UNKNOWN : this.real.get(0).diagnosis();
    }

    String stuckIn() {
        return this.real.stream()
                .map(GpuSource::callInProgress)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("A call of the driver");
    }

    /** The result of an attempt to open a session: the session, or the reason why there is none. */
    record Opening(@Nullable GpuSession session, String reason) {}
}
