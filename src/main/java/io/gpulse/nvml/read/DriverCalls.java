package io.gpulse.nvml.read;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.Look;
import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.library.NvmlReturn;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A GPU's line to the driver: equal questions are put once in a look, and an answer that says all about the GPU ends
 * the look. Used by one thread.
 */
public final class DriverCalls {

    private final NvmlCalls calls;
    private final long device;
    private final Consumer<String> entering;
    private final LongSupplier nanos;
    private final Map<Call, CachedCall> questions = new HashMap<>();

    /** The same again: to compare calls member by member in every look would take longer than to make them. */
    private final Map<Call, CachedCall> known = new IdentityHashMap<>();

    private ReturnCodeTally tally = new ReturnCodeTally();
    private long look;

    /**
     * @param entering is told the symbol before each native call
     * @param nanos a clock that nobody sets
     */
    public DriverCalls(NvmlCalls calls, long device, Consumer<String> entering, LongSupplier nanos) {
        this.calls = calls;
        this.device = device;
        this.entering = entering;
        this.nanos = nanos;
    }

    void begin() {
        this.look++;
        this.tally = new ReturnCodeTally();
    }

    Look conclude(GpuReadings known) {
        return this.tally.look(known);
    }

    /** Gets a question about this GPU ready. */
    CachedCall prepare(Call call) {
        return new CachedCall(call, this.calls.prepare(this.device, call));
    }

    /** Gets a question ready that names no device. */
    CachedCall prepareForDriver(Call call) {
        return new CachedCall(call, this.calls.prepare(NvmlCalls.NO_DEVICE, call));
    }

    CachedCall ask(Call call) {
        CachedCall question = this.known.get(call);
        if (question == null) {
            question = this.questions.computeIfAbsent(call, this::prepare);
            this.known.put(call, question);
        }
        return ask(question);
    }

    /** Puts the question unless it was put in this look already. */
    CachedCall ask(CachedCall question) {
        if (!question.isAskedIn(this.look)) {
            put(question);
        }
        return question;
    }

    /** Puts the question, even if it was put in this look already. */
    NvmlReturn put(CachedCall question) {
        this.entering.accept(question.symbol());
        return heard(question.symbol(), question.ask(this.look, this.nanos).code());
    }

    /** Ends the look if the code says all about the GPU. */
    NvmlReturn heard(String symbol, int code) {
        NvmlReturn said = NvmlReturn.of(code);
        if (said.concernsWholeGpu()) {
            throw new GpuFailureException(symbol, said);
        }
        return said;
    }

    /** Takes an answer into account as the look is judged. */
    NvmlReturn count(NvmlReturn said) {
        return this.tally.count(said);
    }

    long look() {
        return this.look;
    }

    long nanos() {
        return this.nanos.getAsLong();
    }
}
