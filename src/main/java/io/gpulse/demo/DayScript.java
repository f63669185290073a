package io.gpulse.demo;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** The script of a day: which program of whom runs on which GPU, when, and with which load. */
final class DayScript {

    /** Further GPUs repeat these. */
    static final int GPUS = 8;

    /** Its power limit was lowered some hours before the start. */
    static final int LIMITED = 7;

    static final int LOWERED_MILLIWATTS = 500_000;
    static final int MOST_ROWS = 32;

    /** The driver reports this fault of it when its training hangs. */
    static final int FAULTY = 2;

    static final int XID = 31;

    private static final List<Integer> GROUP = List.of(0, 1, 2, 3);
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

    /**
     * The runs of each day, those of a GPU by their start, and the servers, which run for a week. The trials of a sweep
     * do not work together: they do not start together either.
     */
    static final List<Row> ROWS = numbered(
            0,
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
            row(EMBEDDER, Load.SERVE, List.of(6), new Span(at(6, 29), at(6, 29) + WEEK)));

    /** The runs around the start of the demo, by seconds from it. */
    static final List<Row> LIVE = numbered(
            ROWS.size(),
            row(TRAINING, Load.BATCHES, GROUP, new Span(-191, 240)),
            row(KERNEL, Load.HOLD, List.of(4), new Span(-1216, 240)),
            row(NOTEBOOK, Load.HOLD, List.of(4), new Span(-320, 240)),
            row(FINE_TUNING, Load.CAPPED, List.of(LIMITED), new Span(-154, -47)),
            row(EMBEDDING, Load.EMBED, List.of(LIMITED), new Span(120, 205)));

    /** When the notebook of a GPU that is held works. */
    static final List<Span> BURSTS = List.of(new Span(at(15, 10), at(15, 50)), new Span(at(20, 35), at(22, 41)));

    static final List<Span> LIVE_BURSTS = List.of(new Span(-40, -13), new Span(95, 131));

    /** The kind of a load. */
    enum Load {
        BATCHES,
        TRAIN,
        TRAIN_UNTIL_STUCK,
        SWEEP,
        EVALUATE,
        EMBED,
        FINE_TUNE,
        CAPPED,
        SERVE,
        HOLD
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

    private DayScript() {}

    private static int at(int hour, int minute) {
        return hour * 60 + minute;
    }

    private static Row row(Job job, Load load, List<Integer> gpus, Span span) {
        return new Row(job, load, gpus, span, 0);
    }

    private static List<Row> numbered(int first, Row... rows) {
        List<Row> all = new ArrayList<>();
        for (Row row : rows) {
            all.add(new Row(row.job, row.load, row.gpus, row.span, first + all.size()));
        }
        return List.copyOf(all);
    }
}
