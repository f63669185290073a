package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/**
 * The result of reading a GPU in a round.
 *
 * @param known the readings; empty unless the verdict is {@link Verdict#FINE} or {@link Verdict#OUTDATED}
 * @param detail names the call and the code behind any other verdict
 */
public record GpuReadResult(
        Verdict verdict, GpuReadings known, @Nullable String detail) {

    /** The state of the GPU and of the driver, concluded from the answers. */
    public enum Verdict {
        FINE(GpuState.OK),
        LOST(GpuState.LOST),
        /** Lost, and no longer listed by the PCI bus. */
        REMOVED(GpuState.LOST),
        /** Its PCI device sleeps; the driver was not called. */
        SLEEPING(GpuState.SLEEPING),
        RESET_REQUIRED(GpuState.RESET_REQUIRED),
        /** The GPU refuses everything with another code. */
        REFUSED(GpuState.ERROR),
        /** gpulse has no permission to read the GPU. */
        FORBIDDEN(GpuState.ERROR),
        /** The newest figures are too old to be those of now. */
        OUTDATED(GpuState.STALE),
        /** Every call returns "unknown error": the driver may be gone. */
        UNKNOWN(GpuState.ERROR),
        /** The driver no longer knows the session. */
        SESSION_OVER(GpuState.ERROR);

        private final GpuState state;

        Verdict(GpuState state) {
            this.state = state;
        }

        public GpuState state() {
            return this.state;
        }
    }

    public static GpuReadResult fine(GpuReadings known) {
        return new GpuReadResult(Verdict.FINE, known, null);
    }

    public static GpuReadResult fine(Readings own) {
        return fine(GpuReadings.of(own));
    }

    public static GpuReadResult outdated(GpuReadings known, String detail) {
        return new GpuReadResult(Verdict.OUTDATED, known, detail);
    }

    public static GpuReadResult failed(Verdict verdict, String detail) {
        return new GpuReadResult(verdict, GpuReadings.NONE, detail);
    }

    /** Returns the GPU's own rows. */
    public Readings readings() {
        return this.known.own();
    }
}
