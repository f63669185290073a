package io.gpulse.nvml.library;

import com.sun.jna.Function;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The calls of a driver's library. Every symbol is looked up when it is first prepared, and only by its suffixed name,
 * since the unsuffixed one is an older ABI. A missing symbol returns 13, as the driver itself would.
 */
public final class JnaNvml implements NvmlCalls {

    /**
     * Libraries are never unloaded, even after an upgrade of the driver: NVML leaves callbacks behind, which would then
     * point to unmapped memory.
     */
    private static final Queue<NativeLibrary> LOADED = new ConcurrentLinkedQueue<>();

    private final NativeLibrary library;
    private final Map<String, Optional<Function>> functions = new ConcurrentHashMap<>();

    private JnaNvml(NativeLibrary library) {
        this.library = library;
    }

    /**
     * Loads a library by exact file name or path.
     *
     * @param refusal receives the linker's message when it cannot find or load the library
     * @return empty in this case
     */
    public static Optional<JnaNvml> load(String name, Consumer<String> refusal) {
        try {
            NativeLibrary library = NativeLibrary.getInstance(name);
            LOADED.add(library);
            return Optional.of(new JnaNvml(library));
        } catch (LinkageError notLoadable) {
            refusal.accept(String.valueOf(notLoadable.getMessage()));
            return Optional.empty();
        }
    }

    @Override
    public Prepared prepare(long device, Call call) {
        ByteBuffer answer = ByteBuffer.allocateDirect(Math.max(call.layout().size(), Long.BYTES))
                .order(ByteOrder.nativeOrder());
        return function(call.symbol())
                .<Prepared>map(
                        (function) -> nativeCall(function, arguments(device, call, answer), answer, call.layout()))
                .orElseGet(() -> new Missing(answer));
    }

    private static NativeCall nativeCall(Function function, Object[] arguments, ByteBuffer answer, Layout layout) {
        layout.versionWord().ifPresent((word) -> answer.putInt(0, word));
        return new NativeCall(function, arguments, answer, Given.of(layout, arguments.length));
    }

    private Optional<Function> function(String symbol) {
        return this.functions.computeIfAbsent(symbol, this::find);
    }

    private Optional<Function> find(String symbol) {
        try {
            return Optional.of(this.library.getFunction(symbol));
        } catch (UnsatisfiedLinkError missing) {
            return Optional.empty();
        }
    }

    /** Returns the arguments of a call. Pointers are passed as numbers, which JNA handles faster. */
    private static Object[] arguments(long device, Call call, ByteBuffer answer) {
        List<Object> arguments = new ArrayList<>();
        if (device != NO_DEVICE) {
            arguments.add(device);
        }
        arguments.addAll(call.args());
        long memory = Pointer.nativeValue(Native.getDirectBufferPointer(answer));
        switch (call.layout().passing()) {
            case NOTHING -> {}
            case STRUCT -> arguments.add(memory);
            case POINTERS ->
                call.layout()
                        .slots()
                        .forEach((slot) -> arguments.add(slot.way() == Layout.Way.IN ? 0L : memory + slot.offset()));
            case BUFFER_AND_LENGTH -> {
                arguments.add(memory);
                arguments.add(call.layout().size());
            }
        }
        return arguments.toArray();
    }

    /** A call of a symbol that this driver has. */
    @SuppressWarnings("ArrayRecordComponent") // the arguments are passed to JNA as they are; never compared
    private record NativeCall(Function function, Object[] arguments, ByteBuffer answer, List<Given> given)
            implements Prepared {

        @Override
        public int invoke() {
            for (Given given : this.given) {
                this.arguments[given.place()] = this.answer.getLong(given.offset());
            }
            return this.function.invokeInt(this.arguments);
        }
    }

    /** A number that the caller writes into the answer's memory, and its position among the arguments. */
    private record Given(int place, int offset) {

        static List<Given> of(Layout layout, int arguments) {
            int first = arguments - layout.slots().size();
            return IntStream.range(0, layout.slots().size())
                    .filter((slot) -> layout.slots().get(slot).way() == Layout.Way.IN)
                    .mapToObj((slot) ->
                            new Given(first + slot, layout.slots().get(slot).offset()))
                    .toList();
        }
    }

    /** A call of a symbol that this driver lacks. */
    private record Missing(ByteBuffer answer) implements Prepared {

        @Override
        public int invoke() {
            return NvmlReturn.FUNCTION_NOT_FOUND.code();
        }
    }
}
