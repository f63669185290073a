package io.gpulse.demo;

import io.gpulse.metric.Call;
import io.gpulse.nvml.library.NvmlCalls;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * A driver whose GPUs do not exist. What it answers depends on the time and the GPU and on nothing else, so that asking
 * more often, or never, changes nothing.
 */
public final class DemoNvml implements NvmlCalls {

    private static final int USUAL = 8;

    private final InstantSource clock;
    private final List<Board> boards;
    private final Monitor monitor = new Monitor();

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
        Answer answer = new Answer(call);
        return answer.filledBy(device == NO_DEVICE ? ofDriver(call, answer) : ofBoard(device, call, answer));
    }

    private Runnable ofDriver(Call call, Answer answer) {
        return this.monitor
                .named(call.symbol())
                .<Runnable>map((getter) -> () -> getter.accept(answer))
                .orElseGet(() -> ofLibrary(call, answer));
    }

    private Runnable ofLibrary(Call call, Answer answer) {
        return DriverGetters.named(call.symbol())
                .<Runnable>map((getter) -> () -> getter.accept(answer, this.boards.size()))
                .orElse(() -> answer.refuse(Answer.FUNCTION_NOT_FOUND));
    }

    private Runnable ofBoard(long device, Call call, Answer answer) {
        return getter(call.symbol())
                .<Runnable>map((getter) -> () -> this.boards.stream()
                        .filter((board) -> DriverGetters.handleOf(board.index()) == device)
                        .findFirst()
                        .ifPresentOrElse(
                                (board) -> getter.accept(Moment.of(board, this.clock.instant()), answer),
                                () -> answer.refuse(Answer.INVALID_ARGUMENT)))
                .orElse(() -> answer.refuse(Answer.NOT_SUPPORTED));
    }

    private Optional<BiConsumer<Moment, Answer>> getter(String symbol) {
        return symbol.equals("nvmlGpmSampleGet") ? Optional.of(this.monitor::take) : BoardGetters.named(symbol);
    }
}
