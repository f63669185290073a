package io.gpulse.demo;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The script of a day: which program of whom runs on which GPU, when, and with which load. Times of the live rows are
 * relative to the start of the demo.
 *
 * @param gpus number of GPUs; further ones repeat these
 * @param firstPid least PID of a process
 * @param faulty the GPU of which the driver reports a fault in the night
 * @param rows the runs of each day, those of a GPU by their start, and the servers, which run for a week
 * @param live the runs around the start of the demo
 */
record DayScript(int gpus, int firstPid, int faulty, List<Row> rows, List<Row> live) {

    static final int LOWERED_MILLIWATTS = 500_000;
    static final int MOST_ROWS = 32;
    static final int XID = 31;

    private static final List<Integer> GROUP = List.of(0, 1, 2, 3);
    private static final List<Integer> NODE = List.of(0, 1, 2, 3, 4, 5, 6, 7);
    private static final int FIRST_PID = 12_000;

    /** The processes of the split GPU follow all others. */
    private static final int FIRST_PID_OF_SPLIT = 90_000;

    private static final int MINUTE = 60;
    private static final int WEEK = 7 * 24 * 60;

    private static final String PYTHON = "/opt/conda/bin/python";
    private static final String TRITON = "/opt/tritonserver/bin/tritonserver";

    private static final Job TRAINING = new Job(PYTHON, "train.py --model llama-8b --bf16", "train.py", "mchen", 0);
    private static final Job SMOKE_TEST = new Job(PYTHON, "train.py --steps 500", "train.py", "mchen", 0);
    private static final Job SWEEP = new Job(PYTHON, "sweep.py --trials 4", "sweep.py", "asharma", 0);
    private static final Job EVALUATION = new Job(PYTHON, "eval.py --checkpoint last", "eval.py", "mchen", 0);
    private static final Job FINE_TUNING = new Job(PYTHON, "finetune.py --resume", "finetune.py", "akaya", 0);
    private static final Job EMBEDDING =
            new Job("/home/jlopez/.venv/bin/python3", "embed_corpus.py", "embed_corpus.py", "jlopez", 0);
    private static final Job KERNEL =
            new Job("/home/jlopez/.venv/bin/python3", "-m ipykernel_launcher", "ipykernel", "jlopez", 0);
    private static final Job NOTEBOOK = new Job(PYTHON, "notebook.py", "notebook.py", "tbauer", 1426);
    private static final Job SERVER = new Job(TRITON, "--model-repository=/models", "tritonserver", "serving", 0);
    private static final Job EMBEDDER = new Job("/usr/local/bin/embedder", "--port 9000", "embedder", "serving", 2914);

    private static final Job PRETRAINING = new Job(PYTHON, "pretrain_gpt.py --bf16", "pretrain_gpt.py", "mchen", 0);
    private static final Job INDEXING = new Job(PYTHON, "rag_index.py --shards 64", "rag_index.py", "asharma", 0);
    private static final Job RESNET = new Job(PYTHON, "train.py --model resnet152", "train.py", "mchen", 0);
    private static final Job IMAGES = new Job(PYTHON, "main.py --listen", "ComfyUI", "akaya", 0);

    /** The trials of a sweep do not work together: they do not start together either. */
    static final DayScript EIGHT = new DayScript(
            8,
            FIRST_PID,
            2,
            List.of(
                    row(TRAINING, Load.TRAIN, GROUP, new Span(at(3, 26), at(9, 20))),
                    row(EVALUATION, Load.EVALUATE, GROUP, new Span(at(9, 24), at(9, 57))),
                    row(SMOKE_TEST, Load.BATCHES, GROUP, new Span(at(10, 8), at(11, 2))),
                    row(TRAINING, Load.BATCHES, GROUP, new Span(at(11, 21), at(12, 33))),
                    row(SWEEP, Load.SWEEP, List.of(0), new Span(at(12, 40), at(17, 12))),
                    row(SWEEP, Load.SWEEP, List.of(1), new Span(at(12, 40), at(17, 4))),
                    row(SWEEP, Load.SWEEP, List.of(2), new Span(at(12, 42), at(17, 30))),
                    row(SWEEP, Load.SWEEP, List.of(3), new Span(at(12, 42), at(16, 52))),
                    row(TRAINING, Load.TRAIN_UNTIL_STUCK, GROUP, new Span(at(18, 2), at(27, 20))),
                    row(KERNEL, Load.HOLD, List.of(4), new Span(at(8, 50), at(18, 10))),
                    row(FINE_TUNING, Load.FINE_TUNE, List.of(7), new Span(at(3, 32), at(7, 26))),
                    row(FINE_TUNING, Load.FINE_TUNE, List.of(7), new Span(at(11, 58), at(13, 9))),
                    row(EMBEDDING, Load.EMBED, List.of(7), new Span(at(13, 20), at(16, 5))),
                    row(FINE_TUNING, Load.FINE_TUNE, List.of(7), new Span(at(19, 24), at(25, 47))),
                    row(SERVER, Load.SERVE, List.of(5, 6), new Span(at(6, 14), at(6, 14) + WEEK)),
                    row(EMBEDDER, Load.SERVE, List.of(6), new Span(at(6, 29), at(6, 29) + WEEK))),
            List.of(
                    row(TRAINING, Load.BATCHES, GROUP, new Span(-191, 240)),
                    row(KERNEL, Load.HOLD, List.of(4), new Span(-1216, 240)),
                    row(NOTEBOOK, Load.HOLD, List.of(4), new Span(-320, 240)),
                    row(FINE_TUNING, Load.CAPPED, List.of(7), new Span(-154, -47)),
                    row(EMBEDDING, Load.EMBED, List.of(7), new Span(120, 205))));

    /** A training on the first eight GPUs; the others are of several users. */
    private static final DayScript SIXTEEN = new DayScript(
            16,
            FIRST_PID,
            2,
            List.of(
                    row(PRETRAINING, Load.TRAIN, NODE, new Span(at(3, 26), at(21, 14))),
                    row(PRETRAINING, Load.TRAIN_UNTIL_STUCK, NODE, new Span(at(22, 40), at(27, 20))),
                    row(SERVER, Load.SERVE, List.of(8, 9, 13), new Span(at(6, 14), at(6, 14) + WEEK)),
                    row(INDEXING, Load.EMBED, List.of(10), new Span(at(18, 20), at(24, 55))),
                    row(INDEXING, Load.EMBED, List.of(12), new Span(at(18, 21), at(24, 50))),
                    row(KERNEL, Load.HOLD, List.of(11), new Span(at(8, 50), at(18, 10))),
                    row(FINE_TUNING, Load.FINE_TUNE, List.of(14), new Span(at(11, 58), at(16, 5))),
                    row(FINE_TUNING, Load.FINE_TUNE, List.of(14), new Span(at(19, 24), at(31, 26))),
                    row(EMBEDDING, Load.EMBED, List.of(15), new Span(at(8, 2), at(13, 9)))),
            List.of(
                    row(PRETRAINING, Load.TRAIN, NODE, new Span(-191, 240)),
                    row(KERNEL, Load.HOLD, List.of(11), new Span(-1216, 240)),
                    row(FINE_TUNING, Load.CAPPED, List.of(14), new Span(-154, 240))));

    /** The GPU of one user. */
    private static final DayScript ONE = new DayScript(
            1,
            FIRST_PID,
            0,
            List.of(
                    row(FINE_TUNING, Load.FINE_TUNE, List.of(0), new Span(at(9, 5), at(15, 0))),
                    row(IMAGES, Load.GENERATE, List.of(0), new Span(at(15, 10), at(18, 2))),
                    row(FINE_TUNING, Load.FINE_TUNE_UNTIL_FAULT, List.of(0), new Span(at(19, 24), at(27, 13)))),
            List.of(row(FINE_TUNING, Load.FINE_TUNE, List.of(0), new Span(-327, 240))));

    /** The MIG instances of a GPU, in place of GPUs: a training, an inference, and a notebook. */
    static final DayScript SPLIT = new DayScript(
            3,
            FIRST_PID_OF_SPLIT,
            0,
            List.of(
                    row(RESNET, Load.BATCHES, List.of(0), new Span(at(18, 2), at(41, 32))),
                    row(SERVER, Load.SERVE, List.of(1), new Span(at(6, 44), at(6, 44) + WEEK)),
                    row(KERNEL, Load.HOLD, List.of(2), new Span(at(8, 50), at(18, 10)))),
            List.of(
                    row(RESNET, Load.BATCHES, List.of(0), new Span(-1230, 240)),
                    row(KERNEL, Load.HOLD, List.of(2), new Span(-1216, 240))));

    /** When the notebook of a GPU that is held works. */
    static final List<Span> BURSTS = List.of(new Span(at(15, 10), at(15, 50)), new Span(at(20, 35), at(22, 41)));

    static final List<Span> LIVE_BURSTS = List.of(new Span(-40, -13), new Span(95, 131));

    /** The kind of a load. */
    enum Load {
        BATCHES,
        TRAIN,
        TRAIN_UNTIL_STUCK(480),
        SWEEP,
        EVALUATE,
        EMBED,
        FINE_TUNE,
        FINE_TUNE_UNTIL_FAULT(27),
        GENERATE,
        CAPPED,
        SERVE,
        HOLD;

        private final int fault;

        Load() {
            this(0);
        }

        /** @param fault the time from a fault to the end of the run, in seconds; 0 without a fault */
        Load(int fault) {
            this.fault = fault;
        }

        boolean hasFault() {
            return this.fault > 0;
        }

        int secondsOfFault() {
            return this.fault;
        }
    }

    /** Times of a script, in minutes. */
    record Span(int fromMinute, int toMinute) {

        int from() {
            return this.fromMinute * MINUTE;
        }

        int to() {
            return this.toMinute * MINUTE;
        }
    }

    /**
     * A row of the script.
     *
     * @param number of all rows
     */
    record Row(Job job, Load load, List<Integer> gpus, Span span, int number) {

        boolean isOn(int gpu) {
            return this.gpus.contains(gpu);
        }

        /** Returns the start in seconds, from midnight or from the start of the demo. */
        int from() {
            return this.span.from();
        }

        int to() {
            return this.span.to();
        }

        boolean isWeekly() {
            return this.load == Load.SERVE;
        }

        /** Returns whether it begins at a date. */
        boolean isDue(LocalDate date) {
            return !isWeekly() || date.getDayOfWeek().getValue() == 1;
        }
    }

    DayScript {
        rows = numbered(0, rows);
        live = numbered(rows.size(), live);
    }

    /** Returns the script of a number of GPUs; numbers without one have the script of eight. */
    static DayScript of(int gpus) {
        return Stream.of(SIXTEEN, ONE)
                .filter((script) -> script.gpus == gpus)
                .findFirst()
                .orElse(EIGHT);
    }

    /** Returns whether it is about the instances of the split GPU. */
    boolean isOfInstances() {
        return this.firstPid == FIRST_PID_OF_SPLIT;
    }

    /** Returns the GPU of the script that a board repeats. */
    int placeOf(Board board) {
        return board.index() % this.gpus;
    }

    /** Returns whether the power limit of a GPU was lowered some hours before the start. */
    boolean isLimited(int gpu) {
        return this.live.stream().anyMatch((row) -> row.load == Load.CAPPED && row.isOn(gpu));
    }

    private static int at(int hour, int minute) {
        return hour * 60 + minute;
    }

    private static Row row(Job job, Load load, List<Integer> gpus, Span span) {
        return new Row(job, load, gpus, span, 0);
    }

    private static List<Row> numbered(int first, List<Row> rows) {
        List<Row> all = new ArrayList<>();
        for (Row row : rows) {
            all.add(new Row(row.job, row.load, row.gpus, row.span, first + all.size()));
        }
        return List.copyOf(all);
    }
}
