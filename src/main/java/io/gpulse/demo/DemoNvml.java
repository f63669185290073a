package io.gpulse.demo;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import io.gpulse.nvml.record.GpmMetricsRecord;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A simulated driver. Its answers depend only on the time and the GPU, not on the number of calls. */
public final class DemoNvml implements NvmlCalls {

    static final int USUAL = 8;

    private final InstantSource clock;
    private final Day day;
    private final List<Board> boards;
    private final Map<String, Consumer<SimulatedCall>> ofDriver;
    private final Map<String, BiConsumer<BoardState, SimulatedCall>> ofBoard;
    private final Map<String, BiConsumer<BoardState, SimulatedCall>> ofSplitBoard;

    public DemoNvml(InstantSource clock) {
        this(clock, USUAL);
    }

    /** Shows 1 to 16 GPUs of a demo that starts now. */
    public DemoNvml(InstantSource clock, int gpus) {
        this(clock, Day.startingAt(clock.instant(), gpus), gpus);
    }

    DemoNvml(InstantSource clock, Day day, int gpus) {
        this(clock, day, boards(gpus, false));
    }

    /** @param mig whether another board is split into MIG instances */
    static List<Board> boards(int gpus, boolean mig) {
        if (gpus < 1 || gpus > Board.most()) {
            throw new IllegalArgumentException("A demo has 1 to " + Board.most() + " GPUs, not " + gpus);
        }
        Stream<Board> whole = IntStream.range(0, gpus).mapToObj(Board::new);
        return Stream.concat(whole, mig ? Stream.of(Board.split()) : Stream.empty())
                .toList();
    }

    private DemoNvml(InstantSource clock, Day day, List<Board> boards) {
        this.clock = clock;
        this.day = day;
        this.boards = boards;
        SimulatedGpm monitor = new SimulatedGpm();
        this.ofDriver = new HashMap<>(DriverGetters.bySymbol(boards.size(), (pid) -> day.nameOf(pid, clock.instant())));
        this.ofDriver.putAll(monitor.bySymbol());
        this.ofBoard = new HashMap<>(BoardGetters.BY_SYMBOL);
        this.ofBoard.put("nvmlGpmSampleGet", monitor::take);
        this.ofSplitBoard = new HashMap<>(this.ofBoard);
        this.ofSplitBoard.putAll(SplitGetters.BY_SYMBOL);
        this.ofSplitBoard.put(GpmMetricsRecord.SAMPLE_OF_INSTANCE, monitor::takeOfInstance);
    }

    /** Shows the usual GPUs, and another one that is split into MIG instances. */
    static DemoNvml withSplitGpu(InstantSource clock, Day day) {
        return new DemoNvml(clock, day, boards(USUAL, true));
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
        return this.boards.stream()
                .filter((board) -> DriverGetters.handleOf(board.index()) == device)
                .findFirst()
                .map((board) -> ofBoard(board, call, answer))
                .or(() -> SplitBoard.instanceBehind(device).map((instance) -> ofInstance(instance, call, answer)))
                .orElse(() -> answer.refuse(SimulatedCall.INVALID_ARGUMENT));
    }

    private Runnable ofBoard(Board board, Call call, SimulatedCall answer) {
        BiConsumer<BoardState, SimulatedCall> getter =
                (board.isSplit() ? this.ofSplitBoard : this.ofBoard).get(call.symbol());
        return getter == null
                ? () -> answer.refuse(SimulatedCall.NOT_SUPPORTED)
                : () -> getter.accept(BoardState.of(this.day, board, this.clock.instant()), answer);
    }

    private Runnable ofInstance(SplitBoard.Instance instance, Call call, SimulatedCall answer) {
        SplitGetters.InstanceGetter getter = SplitGetters.OF_INSTANCE.get(call.symbol());
        return getter == null
                ? () -> answer.refuse(SimulatedCall.NOT_SUPPORTED)
                : () -> getter.accept(instance, BoardState.of(this.day, Board.split(), this.clock.instant()), answer);
    }
}
