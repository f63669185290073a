package io.gpulse.event.xid;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The known Xids: {@code xids.txt}, our assessment of NVIDIA's catalogue. */
public final class XidTable {

    private static final int CELLS = 9;
    private static final Map<Integer, Xid> BY_NUMBER = read();

    private XidTable() {}

    /** Reads the table, in which a row may have several numbers, such as {@code 39,40,41,70-72}. */
    private static Map<Integer, Xid> read() {
        Map<Integer, Xid> byNumber = new HashMap<>();
        for (List<String> cells : TableRows.of("xids.txt", CELLS)) {
            for (int number : numbers(cells.get(0))) {
                if (byNumber.put(number, xid(number, cells)) != null) {
                    throw new IllegalStateException("Xid " + number + " has two rows");
                }
            }
        }
        return Map.copyOf(byNumber);
    }

    private static List<Integer> numbers(String written) {
        List<Integer> numbers = new ArrayList<>();
        for (String part : written.split(",", -1)) {
            int dash = part.indexOf('-');
            int first = Integer.parseInt(dash < 0 ? part : part.substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(part.substring(dash + 1));
            for (int number = first; number <= last; number++) {
                numbers.add(number);
            }
        }
        return numbers;
    }

    private static Xid xid(int number, List<String> cells) {
        List<LikelyCause> blame = Arrays.stream(cells.get(2).split(" ", -1))
                .map((word) -> LikelyCause.valueOf(word.toUpperCase(Locale.ROOT)))
                .toList();
        return new Xid(
                number,
                blame,
                Severity.valueOf(cells.get(3).toUpperCase(Locale.ROOT)),
                Remedy.valueOf(cells.get(4)),
                new LocalizedText(cells.get(5), cells.get(7)),
                new LocalizedText(cells.get(6), cells.get(8)));
    }

    /** Returns an Xid; empty for a number that is not in the table. */
    public static Optional<Xid> find(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }

    /** Returns an Xid; one of unknown meaning for a number that is not in the table. */
    public static Xid of(int number) {
        return find(number).orElseGet(() -> unknown(number));
    }

    private static Xid unknown(int number) {
        return new Xid(
                number,
                List.of(LikelyCause.UNKNOWN),
                Severity.WARNING,
                Remedy.READ_KERNEL_LOG,
                Messages.text("xid.unknown-title"),
                Messages.text("xid.unknown-meaning"));
    }
}
