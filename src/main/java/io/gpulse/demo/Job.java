package io.gpulse.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A program that uses a board.
 *
 * @param program the name of the program
 * @param arguments its arguments
 * @param name its shown name
 * @param mebibytes device memory that it holds; 0 for the one that holds what the others of the board leave
 */
record Job(String program, String arguments, String name, String user, long mebibytes) {

    /** A process in an instance of the split board runs for a week; its successor has another number. */
    private static final Duration RUN = Duration.ofDays(7);

    /** The offset into the week, so that jobs do not start at midnight. */
    private static final Duration INTO_WEEK = Duration.ofMinutes(33 * 60 + 14).plusMillis(1870);

    /** The processes of the split board follow all others. */
    private static final int FIRST_PID_OF_SPLIT = 90_000;

    private static final int RUNS = 400;

    String command() {
        return this.program + " " + this.arguments;
    }

    /** A job that runs on a board now. */
    record Running(Job job, int pid, Instant startedAt) {}

    /** Returns the processes of the split board, by instance. */
    static List<Running> inInstances(Instant now) {
        Instant first = BoardState.LOADED.plus(INTO_WEEK);
        long run = Math.floorDiv(Duration.between(first, now).toSeconds(), RUN.toSeconds());
        Instant started = first.plus(RUN.multipliedBy(run));
        List<Job> jobs = SplitBoard.jobs();
        int firstPid = FIRST_PID_OF_SPLIT + (int) Math.floorMod(run, (long) RUNS) * jobs.size();
        return IntStream.range(0, jobs.size())
                .mapToObj((job) -> new Running(jobs.get(job), firstPid + job, started.plusSeconds(job * 947L)))
                .toList();
    }
}
