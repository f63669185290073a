package io.gpulse.demo;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A process that uses a board. Each runs for a week; its successor has another number.
 *
 * @param program the name of the program
 * @param arguments its arguments
 * @param name its shown name
 * @param mebibytes device memory that it holds; 0 for the one that holds what the others of the board leave
 */
record Job(String program, String arguments, String name, String user, long mebibytes) {

    private static final Duration RUN = Duration.ofDays(7);

    /** The offset into the week, so that jobs do not start at midnight. */
    private static final Duration INTO_WEEK = Duration.ofMinutes(33 * 60 + 14).plusMillis(1870);

    private static final int FIRST_PID = 12_000;
    private static final int RUNS = 400;
    private static final int MOST_ON_BOARD = 3;
    private static final int PLACES = MOST_ON_BOARD * Board.most();

    /** The processes of the split board follow all others. */
    private static final int FIRST_PID_OF_SPLIT = FIRST_PID + RUNS * PLACES;

    private static final String PYTHON = "/opt/conda/bin/python";
    private static final String TRITON = "/opt/tritonserver/bin/tritonserver";
    private static final Job TRAINING = new Job(PYTHON, "train.py --model llama-8b --bf16", "train.py", "mchen", 0);

    /** Returns the jobs on the boards of the scene, the busy one first. */
    private static final List<List<Job>> OF_BOARDS = List.of(
            List.of(TRAINING),
            List.of(TRAINING),
            List.of(TRAINING),
            List.of(TRAINING),
            List.of(
                    new Job("/home/jlopez/.venv/bin/python3", "-m ipykernel_launcher", "ipykernel", "jlopez", 0),
                    new Job(PYTHON, "notebook.py", "notebook.py", "tbauer", 1426)),
            List.of(new Job(TRITON, "--model-repository=/models", "tritonserver", "serving", 0)),
            List.of(
                    new Job(TRITON, "--model-repository=/models", "tritonserver", "serving", 0),
                    new Job("/usr/local/bin/embedder", "--port 9000", "embedder", "serving", 2914)),
            List.of(new Job(PYTHON, "finetune.py --resume", "finetune.py", "akaya", 0)));

    String command() {
        return this.program + " " + this.arguments;
    }

    /** A job that runs on a board now. */
    record Running(Job job, int pid, Instant startedAt) {}

    static List<Running> on(Board board, Instant now) {
        Instant first = BoardState.LOADED.plus(INTO_WEEK);
        long run = Math.floorDiv(Duration.between(first, now).toSeconds(), RUN.toSeconds());
        Instant started = first.plus(RUN.multipliedBy(run));
        int place = (int) Math.floorMod(run, (long) RUNS);
        int firstPid = board.isSplit()
                ? FIRST_PID_OF_SPLIT + place * MOST_ON_BOARD
                : FIRST_PID + place * PLACES + board.index() * MOST_ON_BOARD;
        List<Job> jobs = board.isSplit() ? SplitBoard.jobs() : of(board.index());
        return IntStream.range(0, jobs.size())
                .mapToObj((job) -> new Running(jobs.get(job), firstPid + job, started.plusSeconds(job * 947L)))
                .toList();
    }

    /** Returns the driver's name of this process. */
    static Optional<String> nameOf(int pid) {
        if (pid >= FIRST_PID_OF_SPLIT) {
            return pid < FIRST_PID_OF_SPLIT + RUNS * MOST_ON_BOARD
                    ? Optional.of(SplitBoard.jobs()
                            .get((pid - FIRST_PID_OF_SPLIT) % MOST_ON_BOARD)
                            .program())
                    : Optional.empty();
        }
        int place = Math.floorMod(pid - FIRST_PID, PLACES);
        List<Job> jobs = of(place / MOST_ON_BOARD);
        boolean exists = pid >= FIRST_PID && pid < FIRST_PID + RUNS * PLACES && place % MOST_ON_BOARD < jobs.size();
        return exists ? Optional.of(jobs.get(place % MOST_ON_BOARD).program()) : Optional.empty();
    }

    private static List<Job> of(int board) {
        return OF_BOARDS.get(board % OF_BOARDS.size());
    }
}
