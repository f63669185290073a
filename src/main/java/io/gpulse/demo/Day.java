package io.gpulse.demo;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs on the simulated GPUs over time, from a script of a day. Rows of the script with a time of day recur each
 * day; those of the live part are relative to the start of the demo, and take precedence. All times are in seconds
 * since {@link BoardState#LOADED}.
 */
final class Day {

    private static final int HOUR = 3600;
    private static final int MINUTE = 60;
    private static final int WHOLE = 24 * HOUR;

    /** When the power limit of a GPU was lowered, relative to the start. */
    private static final int LOWERED_AT = -155 * MINUTE;

    private static final int LIVE_UNTIL = 4 * HOUR;

    private static final int BREAK = 7 * MINUTE;
    private static final int SHORTEST = 10 * MINUTE;
    private static final int MOST_MOVED = 20 * MINUTE;
    private static final int DAYS_BEFORE = 7;

    /** The loads of the last one go on after it. */
    private static final int MOST_DAYS = 1000;

    /** When gpulse was stopped for an upgrade. */
    private static final int STOPPED_AT = 4 * HOUR + 12 * MINUTE;

    private static final int STARTED_AT = 4 * HOUR + 34 * MINUTE;

    private static final int PIDS_OF_DAY = 2 * DayScript.MOST_ROWS * Board.most();
    private static final int DAYS_OF_PIDS = 64;

    private final DayScript script;
    private final ZoneId zone;
    private final LocalDate today;
    private final long now;
    /** Of the split GPU. */
    private final Day instances;

    private volatile @Nullable Runs runs;

    /** The runs of each GPU of the script, and the loads that follow from them; a split GPU is the last. */
    private record Runs(long until, List<List<JobRun>> ofGpus, List<GpuLoad> loads) {}

    /** Creates the day of the usual number of GPUs. */
    Day(Instant now, ZoneId zone) {
        this(now, zone, DayScript.EIGHT);
    }

    Day(Instant now, ZoneId zone, DayScript script) {
        this.script = script;
        this.zone = zone;
        this.today = LocalDate.ofInstant(now, zone);
        // Loads change at whole minutes of the stored history.
        this.now = Math.floorDiv(now.getEpochSecond(), MINUTE) * MINUTE - BoardState.LOADED.getEpochSecond();
        this.instances = script.isOfInstances() ? this : new Day(now, zone, DayScript.SPLIT);
    }

    /** Returns the day of a demo with a number of GPUs that starts now, on this machine. */
    static Day startingAt(Instant now, int gpus) {
        return new Day(now, ZoneId.systemDefault(), DayScript.of(gpus));
    }

    /** Returns the GPU of which the driver reports faults. */
    Board faulty() {
        return new Board(this.script.faulty());
    }

    /** Returns the load of a board at a time and in the days before. */
    GpuLoad load(Board board, double seconds) {
        return board.isSplit()
                ? this.instances.until(seconds).loads.get(SplitBoard.INSTANCES.size())
                : until(seconds).loads.get(this.script.placeOf(board));
    }

    /** Returns the load of an instance at a time and in the days before. */
    GpuLoad load(SplitBoard.Instance instance, double seconds) {
        return this.instances.until(seconds).loads.get(instance.slot());
    }

    /** Returns the power limit of a board in mW. */
    int powerLimit(Board board, double seconds) {
        double since = seconds - this.now;
        boolean lowered = this.script.isLimited(this.script.placeOf(board)) && !board.isSplit();
        return lowered && since >= LOWERED_AT && since < LIVE_UNTIL
                ? DayScript.LOWERED_MILLIWATTS
                : Board.POWER_LIMIT_MILLIWATTS;
    }

    /** Returns the processes on a board, the one that works first. */
    List<Job.Running> on(Board board, Instant now) {
        return board.isSplit()
                ? SplitBoard.INSTANCES.stream()
                        .flatMap((instance) -> on(instance, now).stream())
                        .toList()
                : running(this.script.placeOf(board), board.index(), now);
    }

    /** Returns the process in an instance of the split GPU. */
    List<Job.Running> on(SplitBoard.Instance instance, Instant now) {
        return this.instances.running(instance.slot(), instance.slot(), now);
    }

    /** Returns the driver's name of a process that is on a GPU now. */
    Optional<String> nameOf(int pid, Instant now) {
        return Stream.concat(IntStream.range(0, Board.most()).mapToObj(Board::new), Stream.of(Board.split()))
                .flatMap((board) -> on(board, now).stream())
                .filter((running) -> running.pid() == pid)
                .findFirst()
                .map((running) -> running.job().program());
    }

    /** Returns whether gpulse ran at a time before the start of the demo. */
    boolean isRecorded(Instant at) {
        double seconds = BoardState.seconds(at);
        double hour = hour((long) Math.floor(seconds)) * HOUR;
        return seconds >= this.now - HOUR || hour < STOPPED_AT || hour >= STARTED_AT;
    }

    /**
     * Returns when the program on the faulty GPU stopped to work.
     *
     * @param to exclusive
     */
    List<Instant> faults(Instant from, Instant to) {
        return until(BoardState.seconds(to)).ofGpus.get(this.script.faulty()).stream()
                .filter((run) -> run.row().load().hasFault())
                .map((run) -> BoardState.LOADED.plusSeconds(run.faultAt()))
                .filter((at) -> !at.isBefore(from) && at.isBefore(to))
                .toList();
    }

    /** @param index is added to the PIDs */
    private List<Job.Running> running(int place, int index, Instant now) {
        double seconds = BoardState.seconds(now);
        return until(seconds).ofGpus.get(place).stream()
                .filter((run) -> run.from() <= seconds && seconds < run.to())
                .map((run) -> new Job.Running(run.job(), run.pid() + index, BoardState.LOADED.plusSeconds(run.from())))
                .toList();
    }

    private Runs until(double seconds) {
        Runs known = this.runs;
        if (known == null || seconds >= known.until) {
            double days = (seconds - this.now) / WHOLE + 3;
            known = runs((int) Math.max(2, Math.min(MOST_DAYS, days)));
            this.runs = known;
        }
        return known;
    }

    private Runs runs(int days) {
        long until = this.now + (days - 1) * (long) WHOLE;
        List<List<JobRun>> ofGpus = new ArrayList<>();
        List<GpuLoad> loads = new ArrayList<>();
        for (int gpu = 0; gpu < this.script.gpus(); gpu++) {
            List<JobRun> all = runsOn(gpu, days);
            ofGpus.add(all);
            loads.add(new RunLoads(this, gpu, size(gpu)).of(within(all, this.now - WHOLE - HOUR, until + HOUR)));
        }
        if (this.script.isOfInstances()) {
            loads.add(SplitBoard.together(loads));
        }
        return new Runs(days == MOST_DAYS ? Long.MAX_VALUE : until, ofGpus, loads);
    }

    private UnaryOperator<SimulatedLoad> size(int gpu) {
        return this.script.isOfInstances() ? SplitBoard.INSTANCES.get(gpu)::smaller : UnaryOperator.identity();
    }

    /** Returns the parts of runs in a time. */
    private static List<JobRun> within(List<JobRun> runs, long from, long to) {
        return runs.stream()
                .map((run) -> run.between(Math.max(from, run.from()), Math.min(to, run.to())))
                .filter((run) -> run.length() > 0)
                .toList();
    }

    private List<JobRun> runsOn(int gpu, int days) {
        List<JobRun> live = this.script.live().stream()
                .filter((row) -> row.isOn(gpu))
                .map((row) -> new JobRun(row, this.now + row.from(), this.now + row.to(), pid(row, 0)))
                .toList();
        List<JobRun> all = new ArrayList<>(live);
        long from = live.stream().mapToLong(JobRun::from).min().orElse(Long.MAX_VALUE);
        long end = Long.MIN_VALUE;
        for (int day = -DAYS_BEFORE; day <= days; day++) {
            for (DayScript.Row row : this.script.rows()) {
                if (row.isOn(gpu) && row.isDue(this.today.plusDays(day)) && (day >= -2 || row.isWeekly())) {
                    JobRun run = of(row, this.today.plusDays(day), day);
                    addOutside(
                            all, run.between(Math.max(run.from(), row.isWeekly() ? run.from() : end), run.to()), from);
                    end = Math.max(end, run.to() + MINUTE);
                }
            }
        }
        all.sort(Comparator.comparingLong(JobRun::from)
                .thenComparing((run) -> run.job().mebibytes() > 0));
        return all;
    }

    /** Adds the parts of a run before and after the live part. */
    private void addOutside(List<JobRun> all, JobRun run, long live) {
        if (live == Long.MAX_VALUE) {
            all.add(run);
            return;
        }
        JobRun before = run.between(run.from(), Math.min(run.to(), live - BREAK));
        JobRun after = run.between(Math.max(run.from(), this.now + LIVE_UNTIL + BREAK), run.to());
        if (before.length() >= SHORTEST) {
            all.add(before);
        }
        if (after.length() >= SHORTEST) {
            all.add(after.as(run.pid() + Board.most()));
        }
    }

    private JobRun of(DayScript.Row row, LocalDate date, int day) {
        boolean exact = day == 0 || day == -1 || row.isWeekly();
        long from = at(date, row.from()) + (exact ? 0 : moved(date, row.from()));
        long to = at(date, row.to()) + (exact ? 0 : moved(date, row.to()));
        return new JobRun(
                row, from, Math.max(to, from + SHORTEST), pid(row, Math.floorMod(date.toEpochDay(), DAYS_OF_PIDS) + 1));
    }

    /** Returns by how much a start or an end of a day differs from the script, the same on all GPUs. */
    private static long moved(LocalDate date, int time) {
        return new Random(date.toEpochDay() * 100_003 + time).nextInt(2 * MOST_MOVED + 1) - (long) MOST_MOVED;
    }

    /** @param time in seconds, from the midnight with which the date begins */
    private long at(LocalDate date, int time) {
        LocalTime clock = LocalTime.ofSecondOfDay(Math.floorMod(time, WHOLE));
        return date.plusDays(Math.floorDiv(time, WHOLE))
                        .atTime(clock)
                        .atZone(this.zone)
                        .toEpochSecond()
                - BoardState.LOADED.getEpochSecond();
    }

    /** Returns the times of a script by their start: those of each day outside the live part, and the live ones. */
    List<long[]> spans(List<DayScript.Span> clock, List<DayScript.Span> live, long until) {
        List<long[]> all = new ArrayList<>();
        live.forEach((span) -> all.add(new long[] {this.now + span.from(), this.now + span.to()}));
        long first = all.stream().mapToLong((span) -> span[0]).min().orElse(Long.MAX_VALUE);
        for (int day = -2; at(this.today.plusDays(day), 0) < until; day++) {
            for (DayScript.Span span : clock) {
                long from = at(this.today.plusDays(day), span.from());
                long to = at(this.today.plusDays(day), span.to());
                if (to < first - HOUR || from > this.now + LIVE_UNTIL) {
                    all.add(new long[] {from, to});
                }
            }
        }
        all.sort(Comparator.comparingLong((span) -> span[0]));
        return all;
    }

    /** Returns the hour of the day at a time. */
    double hour(long seconds) {
        Instant instant = BoardState.LOADED.plusSeconds(seconds);
        return instant.atZone(this.zone).toLocalTime().toSecondOfDay() / (double) HOUR;
    }

    /** Returns the PID of a row's process on the first GPU. */
    private int pid(DayScript.Row row, int day) {
        return this.script.firstPid() + day * PIDS_OF_DAY + 2 * row.number() * Board.most();
    }
}
