package io.gpulse.nvml;

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

/**
 * Makes calls into a library of the driver. Every symbol is looked up when it is first prepared, and by its suffixed
 * name only: the unsuffixed one is an older ABI. A symbol that is missing answers 13, as the driver itself would.
 */
final class JnaNvml implements NvmlCalls {

    /**
     * Libraries are never unloaded, even after the driver was renewed under us: NVML leaves callbacks behind that would
     * then point to nowhere.
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
     * @return empty when the linker cannot find or load it
     */
    static Optional<JnaNvml> load(String name) {
        try {
            NativeLibrary library = NativeLibrary.getInstance(name);
            LOADED.add(library);
            return Optional.of(new JnaNvml(library));
        } catch (UnsatisfiedLinkError notLoadable) {
            return Optional.empty();
        }
    }

    /** Where the library was loaded from, as far as the linker tells. */
    String path() {
        return String.valueOf(this.library.getFile());
    }

    @Override
    public Prepared prepare(long device, Call call) {
        ByteBuffer answer = ByteBuffer.allocateDirect(Math.max(call.layout().size(), Long.BYTES))
                .order(ByteOrder.nativeOrder());
        return function(call.symbol())
                .<Prepared>map(
                        (function) -> new NativeCall(function, arguments(device, call, answer), answer, call.layout()))
                .orElseGet(() -> new Missing(answer));
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

    private static Object[] arguments(long device, Call call, ByteBuffer answer) {
        List<Object> arguments = new ArrayList<>();
        if (device != NO_DEVICE) {
            arguments.add(new Pointer(device));
        }
        arguments.addAll(call.args());
        Pointer memory = Native.getDirectBufferPointer(answer);
        switch (call.layout().passing()) {
            case NOTHING -> {}
            case STRUCT -> arguments.add(memory);
            case POINTERS -> call.layout().slots().forEach((slot) -> arguments.add(memory.share(slot.offset())));
            case BUFFER_AND_LENGTH -> {
                arguments.add(memory);
                arguments.add(call.layout().size());
            }
        }
        return arguments.toArray();
    }

    /** A call of a symbol that this driver has. */
    private record NativeCall(Function function, Object[] arguments, ByteBuffer answer, Layout layout)
            implements Prepared {

        NativeCall {
            ByteBuffer memory = answer;
            layout.versionWord().ifPresent((word) -> memory.putInt(0, word));
        }

        @Override
        public int invoke() {
            return this.function.invokeInt(this.arguments);
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
