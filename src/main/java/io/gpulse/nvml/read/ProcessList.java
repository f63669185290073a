package io.gpulse.nvml.read;

import io.gpulse.device.MigSample.Place;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.ListCall;
import io.gpulse.nvml.record.ProcessInfoRecord;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One of the driver's lists of the processes on a GPU. Used by one thread.
 *
 * <p>The symbol does not determine the length of a record: drivers have written 16, 24 and 32 bytes under the same
 * name. The memory is filled with a pattern before each call, and the overwritten part gives the length.
 */
public final class ProcessList {

    private static final int[] LENGTHS = {16, ProcessInfoRecord.BYTES, ProcessInfoRecord.LONGEST};

    /** A byte with which no count, address or amount of memory ends. */
    private static final byte UNTOUCHED = (byte) 0xAA;

    private final List<ListCall> generations;
    private final Consumer<ByteBuffer> blank = this::blank;
    private byte[] pattern = {};
    private int generation;
    private int length;
    private @Nullable Reason refusal;
    private boolean hadList;

    /** @param symbol without its suffix; the call without a suffix is still older, and not used */
    ProcessList(String symbol, DriverCalls calls) {
        this.generations = symbols(symbol).stream()
                .map((suffixed) -> new ListCall(calls, (room) -> ProcessInfoRecord.call(suffixed, room)))
                .toList();
    }

    /** Returns the symbols of all generations, the newest first. */
    public static List<String> symbols(String symbol) {
        return List.of(symbol + "_v3", symbol + "_v2");
    }

    /**
     * Reads the list. A lasting refusal is kept unless there was a list before.
     *
     * @return why there is none; null when there is one
     */
    @Nullable
    Reason read() {
        if (this.refusal == null) {
            NvmlReturn returned = callNewest();
            if (returned == NvmlReturn.SUCCESS) {
                this.hadList = true;
                return measure() ? null : Reason.ERROR;
            }
            if (this.hadList || !returned.reason().isLasting()) {
                return returned.reason();
            }
            this.refusal = returned.reason();
        }
        return this.refusal;
    }

    private NvmlReturn callNewest() {
        NvmlReturn returned = current().make(this.blank);
        while (returned == NvmlReturn.FUNCTION_NOT_FOUND && this.generation + 1 < this.generations.size()) {
            this.generation++;
            returned = current().make(this.blank);
        }
        return returned;
    }

    private ListCall current() {
        return this.generations.get(this.generation);
    }

    private void blank(ByteBuffer memory) {
        Layout.Slot entries = current().entries();
        if (this.pattern.length != entries.bytes()) {
            this.pattern = new byte[entries.bytes()];
            Arrays.fill(this.pattern, UNTOUCHED);
        }
        memory.put(entries.offset(), this.pattern);
    }

    /** Determines the length of a record; returns false when it is none of the known lengths. */
    private boolean measure() {
        int records = current().count();
        int written = written();
        this.length = 0;
        for (int length : LENGTHS) {
            if (this.length == 0 && written <= records * length && written > (records - 1) * length) {
                this.length = length;
            }
        }
        return this.length > 0 || records == 0;
    }

    private int written() {
        ByteBuffer memory = current().memory();
        int start = current().entries().offset();
        int end = start + current().entries().bytes();
        while (end > start && memory.get(end - 1) == UNTOUCHED) {
            end--;
        }
        return end - start;
    }

    /** Returns the MIG instance of a process of the last read; null when it has none, or it is not reported. */
    @Nullable
    Place place(ProcessInfoRecord process) {
        boolean none =
                this.length < ProcessInfoRecord.BYTES || process.gpuInstance() < 0 || process.computeInstance() < 0;
        return none ? null : new Place(process.gpuInstance(), process.computeInstance());
    }

    /** Visits each record of the last read; records without a valid PID are left out. */
    void forEach(Consumer<ProcessInfoRecord> visitor) {
        int start = current().entries().offset();
        for (int number = 0; number < current().count(); number++) {
            ProcessInfoRecord process = new ProcessInfoRecord(current().memory(), start + number * this.length);
            if (process.pid() > 0) {
                visitor.accept(process);
            }
        }
    }
}
