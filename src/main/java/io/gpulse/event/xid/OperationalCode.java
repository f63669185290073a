package io.gpulse.event.xid;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A code of GPU operational events: {@code operational-codes.txt}.
 *
 * @param code unique in its module
 * @param xid the Xid of the same fault; null when it has none
 */
public record OperationalCode(
        String module, int code, String name, @Nullable Integer xid) {

    private static final int CELLS = 4;
    private static final List<OperationalCode> ALL = TableRows.of("operational-codes.txt", CELLS).stream()
            .map(OperationalCode::of)
            .toList();
    private static final Map<String, OperationalCode> BY_PLACE =
            ALL.stream().collect(Collectors.toUnmodifiableMap(OperationalCode::place, Function.identity()));

    private static OperationalCode of(List<String> cells) {
        String xid = cells.get(3);
        return new OperationalCode(
                cells.get(0),
                Integer.parseInt(cells.get(1)),
                cells.get(2),
                xid.equals("-") ? null : Integer.valueOf(xid));
    }

    private String place() {
        return this.module + " " + this.code;
    }

    public static List<OperationalCode> all() {
        return ALL;
    }

    /** Returns a code; empty for one that is not in the table. */
    public static Optional<OperationalCode> find(String module, int code) {
        return Optional.ofNullable(BY_PLACE.get(module + " " + code));
    }
}
