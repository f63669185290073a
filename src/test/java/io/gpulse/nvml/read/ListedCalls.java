package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.CounterBaselines;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.DriverClock;
import io.gpulse.nvml.probe.FieldNumbering;
import io.gpulse.nvml.probe.GpmSamples;
import io.gpulse.nvml.probe.SessionState;
import io.gpulse.nvml.record.ListSlots;
import io.gpulse.nvml.record.ProcessUtilizationRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** A driver with the lists of processes of a test, and without any other function. */
final class ListedCalls implements NvmlCalls {

    static final String COMPUTE = "nvmlDeviceGetComputeRunningProcesses_v3";
    static final String GRAPHICS = "nvmlDeviceGetGraphicsRunningProcesses_v3";
    static final String MPS = "nvmlDeviceGetMPSComputeRunningProcesses_v3";

    final List<String> requested = new ArrayList<>();
    final List<Long> seen = new ArrayList<>();
    int prepared;

    /** The number of bytes of an entry. */
    int length = 24;

    /** The number of entries that it counts in addition to those that it writes. */
    int lie;

    private final Map<String, Integer> codes = new HashMap<>();
    private final Map<String, List<long[]>> lists = new HashMap<>();
    private final List<long[]> samples = new ArrayList<>();

    ListedCalls() {
        List.of(COMPUTE, GRAPHICS, MPS).forEach((symbol) -> this.lists.put(symbol, new ArrayList<>()));
    }

    ListedCalls lists(String symbol, int pid, long memory) {
        this.lists.computeIfAbsent(symbol, (list) -> new ArrayList<>()).add(new long[] {pid, memory});
        return this;
    }

    ListedCalls lacks(String symbol) {
        this.lists.remove(symbol);
        return this;
    }

    ListedCalls refuses(String symbol, NvmlReturn code) {
        this.codes.put(symbol, code.code());
        return this;
    }

    ListedCalls permits(String symbol) {
        this.codes.remove(symbol);
        return this;
    }

    /** Adds a sample of a process: SM, memory, encoder, decoder. Old samples are returned repeatedly. */
    ListedCalls records(int pid, long stamp, int... shares) {
        this.samples.add(new long[] {pid, stamp, shares[0], shares[1], shares[2], shares[3]});
        return this;
    }

    void forgetsRecords() {
        this.samples.clear();
    }

    long times(String symbol) {
        return this.requested.stream().filter(symbol::equals).count();
    }

    /** Does the same for a driver whose time stamps are those of a clock, in microseconds. */
    DriverCalls calls(LongSupplier micros) {
        return new DriverCalls(this, 7, (symbol) -> {}, new DriverClock(() -> 0, micros));
    }

    /** Returns a reader of the processes on a GPU that is not split. */
    ProcessReader reader() {
        SessionState session =
                new SessionState(new CounterBaselines(), new GpmSamples(this), FieldNumbering.of("580.95.05"));
        return new DeviceReader(calls(), session).processes();
    }

    DriverCalls calls() {
        return new DriverCalls(this, 7, (symbol) -> {}, DriverClock.monotonic(() -> 0));
    }

    @Override
    public Prepared prepare(long device, Call call) {
        this.prepared++;
        ByteBuffer memory = ByteBuffer.allocate(call.layout().size()).order(ByteOrder.nativeOrder());
        return new Prepared() {

            @Override
            public int invoke() {
                ListedCalls.this.requested.add(call.symbol());
                return play(call, memory);
            }

            @Override
            public ByteBuffer answer() {
                return memory;
            }
        };
    }

    private int play(Call call, ByteBuffer memory) {
        if (this.codes.containsKey(call.symbol())) {
            return this.codes.get(call.symbol());
        }
        if (call.symbol().equals(ProcessUtilizationRecord.SYMBOL)) {
            this.seen.add(memory.getLong(offset(call, "lastSeenTimeStamp")));
            return this.samples.isEmpty() ? NvmlReturn.NOT_FOUND.code() : write(call, memory, this.samples, 32);
        }
        List<long[]> list = this.lists.get(call.symbol());
        return list == null ? NvmlReturn.FUNCTION_NOT_FOUND.code() : write(call, memory, list, this.length);
    }

    private int write(Call call, ByteBuffer memory, List<long[]> entries, int bytes) {
        int count = offset(call, ListSlots.COUNT);
        int room = memory.getInt(count);
        memory.putInt(count, entries.size() + this.lie);
        if (entries.size() > room) {
            return NvmlReturn.INSUFFICIENT_SIZE.code();
        }
        for (int entry = 0; entry < entries.size(); entry++) {
            int at = offset(call, ListSlots.ENTRIES) + entry * bytes;
            memory.put(at, new byte[bytes]);
            memory.putInt(at, (int) entries.get(entry)[0]).putLong(at + 8, entries.get(entry)[1]);
            for (int share = 2; share < entries.get(entry).length; share++) {
                memory.putInt(at + 8 + share * 4, (int) entries.get(entry)[share]);
            }
        }
        return 0;
    }

    private static int offset(Call call, String slot) {
        return call.layout().slot(slot).offset();
    }
}
