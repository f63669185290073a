package io.gpulse.nvml.read;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Probe;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import io.gpulse.nvml.probe.CounterBaselines;
import io.gpulse.nvml.probe.DriverCalls;
import io.gpulse.nvml.probe.DriverClock;
import io.gpulse.nvml.probe.FieldNumbering;
import io.gpulse.nvml.probe.GpmSamples;
import io.gpulse.nvml.probe.ProbeReaders;
import io.gpulse.nvml.probe.SessionState;
import io.gpulse.nvml.record.FieldValueRecord;
import io.gpulse.nvml.record.GpmMetricRecord;
import io.gpulse.nvml.record.GpmMetricsRecord;
import io.gpulse.nvml.record.ListSlots;
import io.gpulse.nvml.record.SampleRecord;
import io.gpulse.nvml.record.ValueType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** A driver with the answers of a test; everything else is not supported. */
public final class ScriptedCalls implements NvmlCalls {

    final List<String> requested = new ArrayList<>();
    private final Set<Integer> unknownMetrics = new HashSet<>();

    /** The fields of the last call for field values. */
    final List<String> batch = new ArrayList<>();

    private final Map<String, Integer> codes = new HashMap<>();
    private final Map<String, Object> values = new HashMap<>();
    int prepared;
    final List<String> windows = new ArrayList<>();
    private final Map<Integer, Map<Long, Integer>> rings = new HashMap<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private boolean forgetful;
    private long nanos = 1_000_000_000_000L;
    private int otherwise = NvmlReturn.NOT_SUPPORTED.code();

    /** @param source a call's source, with the member behind a dot where it has several */
    public ScriptedCalls answers(String source, Object value) {
        this.values.put(source, value);
        return this;
    }

    ScriptedCalls refuses(String symbol, NvmlReturn code) {
        this.codes.put(symbol, code.code());
        return this;
    }

    /** Makes the driver answer again after a refusal. */
    ScriptedCalls forgetsCodeOf(String symbol) {
        this.codes.remove(symbol);
        return this;
    }

    public ScriptedCalls succeeds(String symbol) {
        this.codes.put(symbol, NvmlReturn.SUCCESS.code());
        return this;
    }

    ScriptedCalls refusesEverything(NvmlReturn code) {
        this.otherwise = code.code();
        return this;
    }

    /** Creates a reader of a GPU of this driver; only a test advances the time. */
    DeviceReader reader() {
        return reader(new CounterBaselines());
    }

    /** Creates a reader with earlier values of counters. */
    DeviceReader reader(CounterBaselines baselines) {
        return new DeviceReader(calls(), session(baselines));
    }

    public ProbeReaders readers() {
        return new ProbeReaders(calls(), session(new CounterBaselines()));
    }

    private DriverCalls calls() {
        return new DriverCalls(this, 7, (symbol) -> {}, DriverClock.monotonic(() -> this.nanos));
    }

    private SessionState session(CounterBaselines baselines) {
        return new SessionState(baselines, new GpmSamples(this), FieldNumbering.of("580.95.05"));
    }

    /** Adds a sample of a kind to those of the driver. */
    ScriptedCalls samples(int type, long stamp, int value) {
        this.rings.computeIfAbsent(type, (kind) -> new TreeMap<>()).put(stamp, value);
        return this;
    }

    /** Makes the driver return all its samples, including known ones. */
    ScriptedCalls repeatsOldSamples() {
        this.forgetful = true;
        return this;
    }

    /** Sets another number for each answer. */
    ScriptedCalls countsUp(String source, long first) {
        this.numbers.put(source, first);
        return this;
    }

    void passes(Duration time) {
        this.nanos += time.toNanos();
    }

    long times(String symbol) {
        return this.requested.stream().filter(symbol::equals).count();
    }

    @Override
    public Prepared prepare(long device, Call call) {
        this.prepared++;
        ByteBuffer memory =
                ByteBuffer.allocate(Math.max(8, call.layout().size())).order(ByteOrder.nativeOrder());
        return new Prepared() {

            @Override
            public int invoke() {
                ScriptedCalls.this.requested.add(call.symbol());
                return play(call, memory);
            }

            @Override
            public ByteBuffer answer() {
                return memory;
            }
        };
    }

    private int play(Call call, ByteBuffer memory) {
        Long next = this.numbers.computeIfPresent(call.source(), (source, number) -> number + 1);
        if (next != null) {
            memory.putLong(0, next - 1);
            return 0;
        }
        if (this.codes.containsKey(call.symbol())) {
            return this.codes.get(call.symbol());
        }
        return switch (call.symbol()) {
            case FieldValueRecord.SYMBOL -> fields(call.args().get(0), memory);
            case SampleRecord.SYMBOL -> samples(call, memory);
            case "nvmlGpmMetricsGet" -> figures(memory);
            default -> members(call, memory);
        };
    }

    private int members(Call call, ByteBuffer memory) {
        boolean known = false;
        for (Layout.Slot slot : call.layout().slots()) {
            String source = slot.name().isEmpty() ? call.source() : call.source() + "." + slot.name();
            Object value = this.values.get(source);
            if (value != null) {
                write(memory, slot, value);
                known = true;
            }
        }
        return known ? 0 : this.otherwise;
    }

    /** Returns the type of a field: an Integer has 32 bits, a Long 64, a Double is a double. */
    private int fields(int count, ByteBuffer memory) {
        this.batch.clear();
        for (int number = 0; number < count; number++) {
            FieldValueRecord record = FieldValueRecord.at(memory, number);
            String source = new Probe.Field(record.fieldId(), record.scopeId()).source();
            this.batch.add(source);
            Object value = this.values.get(source);
            if (value instanceof Number present) {
                record.answer(type(present), present, 0);
            } else {
                record.refuse(this.codes.getOrDefault(source, this.otherwise), 0);
            }
        }
        return 0;
    }

    private static ValueType type(Number value) {
        if (value instanceof Double) {
            return ValueType.DOUBLE;
        }
        return value instanceof Long ? ValueType.UNSIGNED_LONG_LONG : ValueType.UNSIGNED_INT;
    }

    /** Makes the driver refuse each call for this metric of the performance monitor or another. */
    ScriptedCalls refusesMetric(int id) {
        this.unknownMetrics.add(id);
        return this;
    }

    private int figures(ByteBuffer memory) {
        GpmMetricsRecord request = new GpmMetricsRecord(memory);
        boolean isKnown = IntStream.range(0, request.count())
                .map((number) -> request.metric(number).metricId())
                .noneMatch(this.unknownMetrics::contains);
        if (!isKnown) {
            return NvmlReturn.INVALID_ARGUMENT.code();
        }
        this.windows.add(request.earlier() + "-" + request.later());
        for (int number = 0; number < request.count(); number++) {
            GpmMetricRecord metric = request.metric(number);
            Object value = this.values.get("nvmlGpmMetricsGet[" + metric.metricId() + "]");
            metric.answer(
                    value == null ? NvmlReturn.NOT_SUPPORTED.code() : 0,
                    value == null ? 0 : ((Number) value).doubleValue());
        }
        return 0;
    }

    /** Writes the samples of a kind that are newer than the caller has seen, as far as there is room. */
    private int samples(Call call, ByteBuffer memory) {
        Map<Long, Integer> ring = this.rings.get(call.args().get(0));
        if (ring == null) {
            return this.otherwise;
        }
        List<Map.Entry<Long, Integer>> fresh = ring.entrySet().stream()
                .filter((entry) -> this.forgetful || entry.getKey() > SampleRecord.lastSeen(memory))
                .toList();
        if (fresh.isEmpty()) {
            return NvmlReturn.NOT_FOUND.code();
        }
        if (fresh.size() > memory.getInt(call.layout().slot(ListSlots.COUNT).offset())) {
            return NvmlReturn.INSUFFICIENT_SIZE.code();
        }
        SampleRecord.answer(memory, ValueType.UNSIGNED_INT);
        memory.putInt(call.layout().slot(ListSlots.COUNT).offset(), fresh.size());
        for (int i = 0; i < fresh.size(); i++) {
            SampleRecord.at(memory, i)
                    .answer(fresh.get(i).getKey(), fresh.get(i).getValue());
        }
        return 0;
    }

    private static void write(ByteBuffer memory, Layout.Slot slot, Object value) {
        switch (slot.type()) {
            case U8 -> memory.put(slot.offset(), ((Number) value).byteValue());
            case U32, I32 -> memory.putInt(slot.offset(), ((Number) value).intValue());
            case U64 -> memory.putLong(slot.offset(), ((Number) value).longValue());
            case CHARS -> {
                byte[] text = ((String) value).getBytes(StandardCharsets.UTF_8);
                memory.put(slot.offset(), text);
                memory.put(slot.offset() + text.length, (byte) 0);
            }
            case VERSIONED -> memory.putInt(slot.offset() + Integer.BYTES, ((Number) value).intValue());
            case UUID, GUID, ARRAY -> throw new IllegalArgumentException("No answer for an array");
        }
    }
}
