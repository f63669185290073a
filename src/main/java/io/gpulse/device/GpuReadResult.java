package io.gpulse.device;

import org.jspecify.annotations.Nullable;

/**
 * What came of reading a GPU in a round.
 *
 * @param known what was asked for; nothing unless the verdict is {@link Verdict#FINE}
 * @param detail names the call and the code behind any other verdict
 */
public record GpuReadResult(
        Verdict verdict, GpuReadings known, @Nullable String detail) {

    /** What the answers say about the GPU, and about the driver. */
    public enum Verdict {
        FINE(GpuState.OK),
        LOST(GpuState.LOST),
        /** Lost, and no longer listed by the PCI bus. */
        REMOVED(GpuState.LOST),
        /** Its PCI device sleeps; the driver was not called. */
        SLEEPING(GpuState.SLEEPING),
        RESET_REQUIRED(GpuState.RESET_REQUIRED),
        /** The GPU refuses everything with a code of its own. */
        REFUSED(GpuState.ERROR),
        /** We may not look at the GPU. */
        FORBIDDEN(GpuState.ERROR),
        /** Everything is answered with "unknown error": the driver may be gone. */
        UNKNOWN(GpuState.ERROR),
        /** The driver says that it no longer knows us. */
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

    public static GpuReadResult failed(Verdict verdict, String detail) {
        return new GpuReadResult(verdict, GpuReadings.NONE, detail);
    }

    /** The GPU's own rows. */
    public Readings readings() {
        return this.known.own();
    }
}
