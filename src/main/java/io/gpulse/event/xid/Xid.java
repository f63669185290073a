package io.gpulse.event.xid;

import io.gpulse.event.EventKind;
import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A fault that the driver reports by a number. The known ones are in {@code xids.txt}, our assessment of NVIDIA's
 * catalogue.
 *
 * @param blame the likely causes, the likeliest first
 * @param title the fault in a few words
 * @param meaning a sentence without a capital and a full stop
 */
public record Xid(
        int number, List<String> blame, Severity severity, Remedy remedy, LocalizedText title, LocalizedText meaning) {

    /** The likely causes of a fault about which nothing is known. */
    public static final List<String> UNKNOWN = List.of("unknown");

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

    private static final int CELLS = 9;
    private static final Map<Integer, Xid> BY_NUMBER = read();

    public Xid {
        blame = List.copyOf(blame);
    }

    /** Reads the table, in which a row may have several numbers, such as {@code 39,40,41,70-72}. */
    private static Map<Integer, Xid> read() {
        Map<Integer, Xid> byNumber = new HashMap<>();
        for (List<String> cells : TableRows.of("xids.txt", CELLS)) {
            for (int number : numbers(cells.get(0))) {
                if (byNumber.put(number, of(number, cells)) != null) {
                    throw new IllegalStateException("Xid " + number + " has two rows");
                }
            }
        }
        return Map.copyOf(byNumber);
    }

    private static List<Integer> numbers(String written) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : written.split(",", -1)) {
            String[] ends = part.split("-", -1);
            for (int number = Integer.parseInt(ends[0]); number <= Integer.parseInt(ends[ends.length - 1]); number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static Xid of(int number, List<String> cells) {
        return new Xid(
                number,
                List.of(cells.get(2).split(" ", -1)),
                Severity.valueOf(cells.get(3).toUpperCase(Locale.ROOT)),
                Remedy.valueOf(cells.get(4)),
                new LocalizedText(cells.get(5), cells.get(7)),
                new LocalizedText(cells.get(6), cells.get(8)));
    }

    /** Returns an Xid; one of unknown meaning for a number that is not in the table. */
    public static Xid of(int number) {
        Xid known = BY_NUMBER.get(number);
        return known != null
                ? known
                : new Xid(
                        number,
                        UNKNOWN,
                        Severity.WARNING,
                        Remedy.READ_KERNEL_LOG,
                        Messages.text("xid.unknown-title"),
                        Messages.text("xid.unknown-meaning"));
    }

    /** Returns the numbers in the table. */
    public static Set<Integer> known() {
        return BY_NUMBER.keySet();
    }

    /** Returns whether the number is in the table. */
    public boolean isKnown() {
        return BY_NUMBER.containsKey(this.number);
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
