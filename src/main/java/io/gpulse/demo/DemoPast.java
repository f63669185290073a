package io.gpulse.demo;

import io.gpulse.device.DriverEvent;
import io.gpulse.device.DriverEvent.EventSubject;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.SimulatedPast;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The past of the simulated GPUs, from the signals of the simulated driver without its calls. */
public final class DemoPast implements SimulatedPast {

    private static final List<Metric> METRICS =
            PastFigure.ALL.stream().map(PastFigure::metric).toList();

    private static final double SECOND = 1;

    private final Duration length;
    private final Day day;
    private final List<Board> boards;

    /** Creates the past of the usual GPUs of a demo that starts at a time. */
    public DemoPast(Duration length, Instant start, ZoneId zone) {
        this(length, new Day(start, zone), DemoNvml.boards(DemoNvml.USUAL, false));
    }

    /** @param length zero for no past */
    DemoPast(Duration length, Day day, List<Board> boards) {
        this.length = length;
        this.day = day;
        this.boards = List.copyOf(boards);
    }

    @Override
    public Duration length() {
        return this.length;
    }

    @Override
    public boolean isRecorded(Instant at) {
        return this.day.isRecorded(at);
    }

    @Override
    public List<GpuIdentity> gpus() {
        return this.boards.stream()
                .map((board) -> new GpuIdentity(board.uuid(), Board.NAME, board.pciBusId(8)))
                .toList();
    }

    @Override
    public List<Metric> metrics() {
        return METRICS;
    }

    @Override
    public double[] sample(int gpu, Instant at) {
        return values(state(gpu, at), SECOND, PastFigure::sample);
    }

    @Override
    public Readings settings(int gpu, Instant at) {
        BoardState state = state(gpu, at);
        return Readings.of(PastFigure.SETTINGS.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        (setting) -> new Reading.Quantity(setting.getValue().applyAsDouble(state)))));
    }

    @Override
    public List<DriverEvent> reports(Instant from, Instant to) {
        Board faulty = this.day.faulty();
        EventSubject subject = new EventSubject(faulty.index(), faulty.uuid());
        return this.boards.contains(faulty)
                ? this.day.faults(from, to).stream()
                        .<DriverEvent>map((at) -> new DriverEvent.Xid(at, subject, DayScript.XID))
                        .toList()
                : List.of();
    }

    @Override
    public double[] instant(int gpu, Instant at) {
        return values(state(gpu, at), SECOND, PastFigure::instant);
    }

    @Override
    public double[] means(int gpu, Instant until, Duration length) {
        return values(state(gpu, until), length.toMillis() / 1000.0, PastFigure::mean);
    }

    private static double[] values(BoardState state, double seconds, Function<PastFigure, PastFigure.Mean> value) {
        PastFigure.Time time = PastFigure.Time.before(state, seconds);
        double[] values = new double[PastFigure.ALL.size()];
        for (int i = 0; i < values.length; i++) {
            PastFigure figure = PastFigure.ALL.get(i);
            boolean isAbsent = state.board().isSplit() && PastFigure.OF_INSTANCES.contains(figure.metric());
            values[i] = isAbsent ? Double.NaN : value.apply(figure).of(state, time);
        }
        return values;
    }

    private BoardState state(int gpu, Instant at) {
        return BoardState.of(this.day, this.boards.get(gpu), at);
    }

    @Override
    public List<MigSample> instances(int gpu, Instant until, Duration length) {
        BoardState state = state(gpu, until);
        return state.board().isSplit()
                ? SplitBoard.INSTANCES.stream()
                        .map((instance) -> SplitFigures.sample(instance, state, length.toMillis() / 1000.0))
                        .toList()
                : List.of();
    }

    @Override
    public List<ProcessSample> processes(int gpu, Instant at) {
        BoardState state = state(gpu, at);
        if (state.board().isSplit()) {
            return SplitBoard.INSTANCES.stream()
                    .flatMap((instance) -> processes(instance, state))
                    .toList();
        }
        List<Job.Running> jobs = state.processes();
        long others = jobs.stream().mapToLong(DemoPast::bytes).sum();
        return IntStream.range(0, jobs.size())
                .mapToObj((place) -> process(jobs.get(place), state.memoryUsed() - others))
                .toList();
    }

    private static Stream<ProcessSample> processes(SplitBoard.Instance instance, BoardState state) {
        long bytes = SplitGetters.memoryOfProcess(instance, state);
        return state.processesIn(instance).stream()
                .map((running) -> process(running, bytes).on(instance.place()));
    }

    private static ProcessSample process(Job.Running running, long rest) {
        Job job = running.job();
        double bytes = job.mebibytes() == 0 ? rest : bytes(running);
        return new ProcessSample(
                running.pid(),
                ProcessSample.Type.COMPUTE,
                job.program(),
                running.startedAt(),
                Readings.of(Map.of(
                        Metric.PROCESS_USER, new Reading.Text(job.user()),
                        Metric.PROCESS_PROGRAM, new Reading.Text(job.name()),
                        Metric.PROCESS_MEMORY, new Reading.Quantity(bytes))));
    }

    private static long bytes(Job.Running running) {
        return running.job().mebibytes() * Board.MEBIBYTE;
    }
}
