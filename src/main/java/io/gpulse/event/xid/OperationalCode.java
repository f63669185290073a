package io.gpulse.event.xid;

import java.util.List;
import java.util.Optional;
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
    static final List<OperationalCode> ALL = TableRows.of("operational-codes.txt", CELLS).stream()
            .map(OperationalCode::of)
            .toList();

    private static OperationalCode of(List<String> cells) {
        String xid = cells.get(3);
        return new OperationalCode(
                cells.get(0),
                Integer.parseInt(cells.get(1)),
                cells.get(2),
                xid.equals("-") ? null : Integer.valueOf(xid));
    }

    /** Returns a code; empty for one that is not in the table. */
    public static Optional<OperationalCode> find(String module, int code) {
        return ALL.stream()
                .filter((row) -> row.module.equals(module) && row.code == code)
                .findFirst();
    }
}
