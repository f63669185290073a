package io.gpulse.nvml.event;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/** A driver that reports the events of a test. Its waits, and gpulse's pauses, pass in simulated time. */
final class FakeEventDriver implements NvmlCalls {

    static final Instant START = Instant.parse("2026-11-20T10:00:00Z");

    /** The calls in order; a call about a GPU has the handle: {@code nvmlDeviceRegisterEvents@11}. */
    final List<String> requested = new ArrayList<>();

    private final Map<String, Integer> codes = new HashMap<>();
    private final Queue<Outcome> outcomes = new ArrayDeque<>();
    private final List<Integer> contexts = new ArrayList<>();
    private long supportedTypes = 0xFF8F;
    private long nanos;
    private long set;

    /** The result of a wait. */
    private record Outcome(int code, Consumer<StructMemory> write) {}

    FakeEventDriver() {
        returns("nvmlEventSetRegisterGpuOperationalEvents_v1", NvmlReturn.FUNCTION_NOT_FOUND);
    }

    FakeEventDriver returns(String call, NvmlReturn code) {
        this.codes.put(call, code.code());
        return this;
    }

    FakeEventDriver knowsOperationalEvents() {
        return returns("nvmlEventSetRegisterGpuOperationalEvents_v1", NvmlReturn.SUCCESS);
    }

    FakeEventDriver supports(long types) {
        this.supportedTypes = types;
        return this;
    }

    /** Adds the result of the next wait, after those added before. */
    FakeEventDriver waitReturns(NvmlReturn code) {
        this.outcomes.add(new Outcome(code.code(), (memory) -> {}));
        return this;
    }

    /** Adds a classic event as the result of the next wait. */
    FakeEventDriver reports(long handle, long type, long data) {
        return reports((memory) -> memory.memory()
                .putLong(memory.start(), handle)
                .putLong(memory.start() + 8, type)
                .putLong(memory.start() + 16, data));
    }

    /** Makes the next wait succeed with an event that a test writes. */
    FakeEventDriver reports(Consumer<StructMemory> write) {
        this.outcomes.add(new Outcome(0, write));
        return this;
    }

    /** The contexts of each operational event: Xids, or 0 for one of another type. */
    FakeEventDriver contexts(Integer... xids) {
        this.contexts.addAll(List.of(xids));
        return this;
    }

    EventClock clock() {
        return new EventClock(() -> START.plusNanos(this.nanos), () -> this.nanos, (pause) -> this.nanos += pause);
    }

    Duration passed() {
        return Duration.ofNanos(this.nanos);
    }

    long times(String call) {
        return this.requested.stream().filter(call::equals).count();
    }

    @Override
    public Prepared prepare(long device, Call call) {
        ByteBuffer memory =
                ByteBuffer.allocate(Math.max(8, call.layout().size())).order(ByteOrder.nativeOrder());
        String name = device == NO_DEVICE ? call.symbol() : call.symbol() + "@" + device;
        return new Prepared() {

            @Override
            public int invoke() {
                FakeEventDriver.this.requested.add(name);
                Integer code =
                        FakeEventDriver.this.codes.getOrDefault(name, FakeEventDriver.this.codes.get(call.symbol()));
                return code != null && code != 0 ? code : play(call, memory);
            }

            @Override
            public ByteBuffer answer() {
                return memory;
            }
        };
    }

    private int play(Call call, ByteBuffer memory) {
        switch (call.symbol()) {
            case "nvmlEventSetCreate" -> memory.putLong(0, ++this.set);
            case "nvmlDeviceGetSupportedEventTypes" -> memory.putLong(0, this.supportedTypes);
            case "nvmlDeviceRegisterEvents" -> requireSet(memory.getLong(8));
            case "nvmlEventSetWait_v2" -> {
                return await(memory, EventCalls.EVENT, memory.getLong(40));
            }
            case "nvmlEventSetWait_v3" -> {
                return await(memory, EventCalls.OPERATIONAL_EVENT, memory.getInt(8));
            }
            case "nvmlEventSetGetContextCount_v1" -> memory.putInt(8, this.contexts.size());
            case "nvmlEventSetGetContextInfo_v1" -> memory.putInt(12, this.contexts.get(memory.getInt(8)) == 0 ? 0 : 1);
            case "nvmlEventSetGetGpuOperationalEventContextLegacyXid_v1" ->
                memory.putInt(12, this.contexts.get(memory.getInt(8)));
            default -> requireSet(memory.getLong(0));
        }
        return 0;
    }

    private int await(ByteBuffer memory, Layout struct, long millis) {
        requireSet(memory.getLong(0));
        Outcome next = this.outcomes.poll();
        if (next == null) {
            this.nanos += Duration.ofMillis(millis).toNanos();
            return NvmlReturn.TIMEOUT.code();
        }
        next.write().accept(new StructMemory(memory, 8, struct));
        return next.code();
    }

    private void requireSet(long given) {
        if (given != this.set) {
            throw new AssertionError("Set " + given + " was given instead of " + this.set);
        }
    }
}
