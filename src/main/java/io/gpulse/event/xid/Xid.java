package io.gpulse.event.xid;

import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import java.util.List;
import java.util.Set;

/**
 * A fault that the driver reports by a number.
 *
 * @param blame the likely causes, the likeliest first
 * @param title the fault in a few words
 * @param meaning a sentence without a capital and a full stop
 */
public record Xid(
        int number,
        List<LikelyCause> blame,
        Severity severity,
        Remedy remedy,
        LocalizedText title,
        LocalizedText meaning) {

    /** Work was removed because of another fault. */
    public static final int REMOVED = 45;

    /** The GPU does not answer on the bus. */
    public static final int OFF_THE_BUS = 79;

    /** The recovery action changed because of another fault. */
    public static final int ACTION_CHANGED = 154;

    /** A memory error that stopped only the program that owned the memory. */
    public static final int CONTAINED = 94;

    private static final Set<Integer> OF_SILENCE = Set.of(OFF_THE_BUS, 119, 120);
    private static final Set<Integer> OF_ECC = Set.of(48, CONTAINED, 95, 140, 171, 172);
    private static final Set<Integer> OF_REPAIRS = Set.of(63, 64, CONTAINED, 156, 157, 160, 161, 177);

    public Xid {
        blame = List.copyOf(blame);
    }

    /** Returns whether the fault is the cause of another event of the same GPU at about the same time. */
    public boolean explains(EventKind kind) {
        return switch (kind) {
            case GPU_LOST -> this.number == OFF_THE_BUS;
            case GPU_STUCK -> OF_SILENCE.contains(this.number);
            case ECC_UNCORRECTED -> OF_ECC.contains(this.number);
            case MEMORY_REPAIR -> OF_REPAIRS.contains(this.number);
            case RECOVERY_ACTION -> this.severity != Severity.INFO;
            default -> false;
        };
    }
}
