package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One of the lists that the driver has of the processes on a GPU: number and memory of each. Used by one thread.
 *
 * <p>How long an entry is cannot be told from the symbol: drivers have written 16, 24 and 32 bytes under the same name.
 * So the memory is filled with a pattern before each call, and how far it was overwritten tells. All lengths begin
 * alike: the number of the process at 0, its memory at 8.
 */
public final class ProcessList {

    public static final int LONGEST_ENTRY = 32;
    public static final int MEMORY = 8;

    private static final List<Integer> LENGTHS = List.of(16, 24, LONGEST_ENTRY);

    /** No count, no address and no amount of memory ends so. */
    private static final byte UNTOUCHED = (byte) 0xAA;

    private final List<ListCall> generations;
    private final Consumer<ByteBuffer> blank = this::blank;
    private byte[] pattern = {};
    private int generation;
    private int length;
    private @Nullable Reason refused;

    /** @param symbol without its suffix; the name without one is an older call yet, and is not bound */
    ProcessList(String symbol, DriverCalls line) {
        this.generations = symbols(symbol).stream()
                .map((suffixed) -> new ListCall(line, (room) -> call(suffixed, room)))
                .toList();
    }

    /** The newest first. */
    public static List<String> symbols(String symbol) {
        return List.of(symbol + "_v3", symbol + "_v2");
    }

    public static Call call(String suffixed, int room) {
        Layout layout = Layout.pointers().room(ListCall.COUNT, room).array(ListCall.ENTRIES, room * LONGEST_ENTRY);
        return new Call(suffixed, List.of(), layout);
    }

    /** @return why there is no list; null when there is one */
    @Nullable
    Reason ask() {
        if (this.refused == null) {
            NvmlReturn said = askNewest();
            if (said == NvmlReturn.SUCCESS) {
                return measure() ? null : Reason.ERROR;
            }
            if (!said.reason().isLasting()) {
                return said.reason();
            }
            this.refused = said.reason();
        }
        return this.refused;
    }

    private NvmlReturn askNewest() {
        NvmlReturn said = current().ask(this.blank);
        while (said == NvmlReturn.FUNCTION_NOT_FOUND && this.generation + 1 < this.generations.size()) {
            this.generation++;
            said = current().ask(this.blank);
        }
        return said;
    }

    private ListCall current() {
        return this.generations.get(this.generation);
    }

    private void blank(ByteBuffer memory) {
        if (this.pattern.length != current().bytes()) {
            this.pattern = new byte[current().bytes()];
            Arrays.fill(this.pattern, UNTOUCHED);
        }
        memory.put(current().offset(ListCall.ENTRIES), this.pattern);
    }

    /** Finds how long an entry is; false when that is none of the lengths that there are. */
    private boolean measure() {
        int entries = current().count();
        int written = written();
        this.length = LENGTHS.stream()
                .filter((length) -> written <= entries * length && written > (entries - 1) * length)
                .findFirst()
                .orElse(0);
        return this.length > 0 || entries == 0;
    }

    private int written() {
        ByteBuffer memory = current().memory();
        int start = current().offset(ListCall.ENTRIES);
        int end = start + current().bytes();
        while (end > start && memory.get(end - 1) == UNTOUCHED) {
            end--;
        }
        return end - start;
    }

    /** Tells each entry of the list that was last asked for; what has no number that a process can have is left out. */
    void forEach(Visitor visitor) {
        ByteBuffer memory = current().memory();
        int start = current().offset(ListCall.ENTRIES);
        for (int entry = 0; entry < current().count(); entry++) {
            int at = start + entry * this.length;
            if (memory.getInt(at) > 0) {
                visitor.visit(memory.getInt(at), memory.getLong(at + MEMORY));
            }
        }
    }

    /** Is told an entry. */
    @FunctionalInterface
    interface Visitor {

        /** @param memory in bytes; all ones when the driver does not know */
        void visit(int pid, long memory);
    }
}
