package io.gpulse.demo;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A simulated driver. Its answers depend only on the time and the GPU, not on the number of calls. */
public final class DemoNvml implements NvmlCalls {

    static final int USUAL = 8;

    private final InstantSource clock;
    private final List<Board> boards;
    private final Map<String, Consumer<SimulatedCall>> ofDriver;
    private final Map<String, BiConsumer<BoardState, SimulatedCall>> ofBoard;

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
        SimulatedGpm monitor = new SimulatedGpm();
        this.ofDriver = new HashMap<>(DriverGetters.bySymbol(gpus));
        this.ofDriver.putAll(monitor.bySymbol());
        this.ofBoard = new HashMap<>(BoardGetters.BY_SYMBOL);
        this.ofBoard.put("nvmlGpmSampleGet", monitor::take);
    }

    @Override
    public Prepared prepare(long device, Call call) {
        SimulatedCall answer = new SimulatedCall(call);
        return answer.filledBy(device == NO_DEVICE ? ofDriver(call, answer) : ofBoard(device, call, answer));
    }

    private Runnable ofDriver(Call call, SimulatedCall answer) {
        Consumer<SimulatedCall> getter = this.ofDriver.get(call.symbol());
        return getter == null ? () -> answer.refuse(SimulatedCall.FUNCTION_NOT_FOUND) : () -> getter.accept(answer);
    }

    private Runnable ofBoard(long device, Call call, SimulatedCall answer) {
        BiConsumer<BoardState, SimulatedCall> getter = this.ofBoard.get(call.symbol());
        if (getter == null) {
            return () -> answer.refuse(SimulatedCall.NOT_SUPPORTED);
        }
        return this.boards.stream()
                .filter((board) -> DriverGetters.handleOf(board.index()) == device)
                .findFirst()
                .<Runnable>map((board) -> () -> getter.accept(BoardState.of(board, this.clock.instant()), answer))
                .orElse(() -> answer.refuse(SimulatedCall.INVALID_ARGUMENT));
    }
}
