package io.gpulse.demo;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/** A simulated driver. Its answers depend only on the time and the GPU, not on the number of calls. */
public final class DemoNvml implements NvmlCalls {

    private static final int USUAL = 8;

    private final InstantSource clock;
    private final List<Board> boards;
    private final SimulatedGpm monitor = new SimulatedGpm();

    public DemoNvml(InstantSource clock) {
        this(clock, USUAL);
    }

    /** Shows 1 to 16 GPUs. */
    public DemoNvml(InstantSource clock, int gpus) {
        if (gpus < 1 || gpus > Board.most()) {
            throw new IllegalArgumentException("A demo has 1 to " + Board.most() + " GPUs, not " + gpus);
        }
        this.clock = clock;
        this.boards = IntStream.range(0, gpus).mapToObj(Board::new).toList();
    }

    @Override
    public Prepared prepare(long device, Call call) {
        SimulatedCall answer = new SimulatedCall(call);
        return answer.filledBy(device == NO_DEVICE ? ofDriver(call, answer) : ofBoard(device, call, answer));
    }

    private Runnable ofDriver(Call call, SimulatedCall answer) {
        return this.monitor
                .named(call.symbol())
                .<Runnable>map((getter) -> () -> getter.accept(answer))
                .orElseGet(() -> ofLibrary(call, answer));
    }

    private Runnable ofLibrary(Call call, SimulatedCall answer) {
        return DriverGetters.named(call.symbol())
                .<Runnable>map((getter) -> () -> getter.accept(answer, this.boards.size()))
                .orElse(() -> answer.refuse(SimulatedCall.FUNCTION_NOT_FOUND));
    }

    private Runnable ofBoard(long device, Call call, SimulatedCall answer) {
        return getter(call.symbol())
                .map((getter) -> ofBoard(device, getter, answer))
                .orElse(() -> answer.refuse(SimulatedCall.NOT_SUPPORTED));
    }

    private Runnable ofBoard(long device, BiConsumer<BoardState, SimulatedCall> getter, SimulatedCall answer) {
        return this.boards.stream()
                .filter((board) -> DriverGetters.handleOf(board.index()) == device)
                .findFirst()
                .<Runnable>map((board) -> () -> getter.accept(BoardState.of(board, this.clock.instant()), answer))
                .orElse(() -> answer.refuse(SimulatedCall.INVALID_ARGUMENT));
    }

    private Optional<BiConsumer<BoardState, SimulatedCall>> getter(String symbol) {
        return symbol.equals("nvmlGpmSampleGet") ? Optional.of(this.monitor::take) : BoardGetters.named(symbol);
    }
}
