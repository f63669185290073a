package io.gpulse.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Turns the runs on a GPU into its load. */
final class RunLoads {

    private static final int SERVED = 600;

    /** The time in which a power cap holds the clocks back, or not. */
    private static final int BLOCK = 120;

    private static final double SHARE_CAPPED = 0.55;

    private final Day day;
    private final int gpu;
    private final UnaryOperator<SimulatedLoad> size;
    private final List<Long> starts = new ArrayList<>();
    private final List<SimulatedLoad> loads = new ArrayList<>();

    /** @param size turns a load of a whole GPU into one of this GPU or instance */
    RunLoads(Day day, int gpu, UnaryOperator<SimulatedLoad> size) {
        this.day = day;
        this.gpu = gpu;
        this.size = size;
    }

    /** @param runs by their start */
    GpuLoad of(List<JobRun> runs) {
        add(runs.get(0).from() - 1, SimulatedLoads.FREE);
        for (JobRun run : runs) {
            if (run.job().mebibytes() == 0) {
                addRun(run, runs);
                add(run.to(), SimulatedLoads.FREE);
            }
        }
        return new GpuLoad(
                this.starts.stream().mapToDouble(Long::doubleValue).toArray(),
                this.loads.stream().map(this.size).toList());
    }

    private void addRun(JobRun run, List<JobRun> all) {
        switch (run.row().load()) {
            case BATCHES -> addLoaded(run, SimulatedLoads.batches(this.gpu));
            case TRAIN -> addLoaded(run, SimulatedLoads.train(this.gpu));
            case TRAIN_UNTIL_STUCK -> {
                addLoaded(run, SimulatedLoads.train(this.gpu));
                add(run.faultAt(), SimulatedLoads.stuck(this.gpu));
            }
            case SWEEP -> addLoaded(run, SimulatedLoads.sweep(this.gpu));
            case EVALUATE -> addLoaded(run, SimulatedLoads.evaluation(this.gpu));
            case EMBED -> addLoaded(run, SimulatedLoads.embedding(this.gpu));
            case FINE_TUNE, FINE_TUNE_UNTIL_FAULT -> addLoaded(run, SimulatedLoads.fineTuning());
            case GENERATE -> addLoaded(run, SimulatedLoads.images());
            case CAPPED -> addCapped(run);
            case SERVE -> addServed(run);
            case HOLD -> addHeld(run, all);
        }
    }

    private void addLoaded(JobRun run, SimulatedLoad load) {
        double gibibytes = load.gibibytes().at(run.from() + (double) JobRun.LOADING);
        add(run.from(), SimulatedLoads.loading(run.from(), JobRun.LOADING, gibibytes));
        add(run.from() + JobRun.LOADING, load);
    }

    private void addCapped(JobRun run) {
        addLoaded(run, SimulatedLoads.capped(false));
        for (long at = run.from() + BLOCK; at < run.to(); at += BLOCK) {
            add(at, SimulatedLoads.capped(LivingLevels.random(77, at / BLOCK) < SHARE_CAPPED));
        }
    }

    private void addServed(JobRun run) {
        for (long at = run.from(); at < run.to(); at += SERVED) {
            add(at, SimulatedLoads.inference(this.gpu, demand(at)));
        }
    }

    /** Returns the share of requests: most of them before noon and in the evening, few at night. */
    private double demand(long at) {
        double hour = this.day.hour(at);
        double level = 0.1
                + 0.62 * around(hour, 20.2, 1.9)
                + 0.55 * around(hour, 11.3, 1.7)
                + 0.2 * around(hour, 15, 1.6)
                + 0.1 * around(hour, 3, 2);
        double share = Math.min(1, level / 0.5);
        return share + (1 - share) * 0.12 * LivingLevels.smooth(9, (double) at, 900);
    }

    private static double around(double hour, double centre, double width) {
        return Math.exp(-(hour - centre) * (hour - centre) / (2 * width * width));
    }

    private void addHeld(JobRun run, List<JobRun> all) {
        long at = run.from();
        for (long[] burst : this.day.spans(DayScript.BURSTS, DayScript.LIVE_BURSTS, run.to())) {
            long from = Math.max(at, burst[0]);
            long to = Math.min(run.to(), burst[1]);
            if (from < to) {
                addHeld(at, from, false, all);
                addHeld(from, to, true, all);
                at = to;
            }
        }
        addHeld(at, run.to(), false, all);
    }

    /** Adds a time of a notebook, in which other processes may start. */
    private void addHeld(long from, long to, boolean works, List<JobRun> all) {
        if (from < to) {
            add(from, SimulatedLoads.notebook(works, missing(all, from)));
        }
        for (JobRun other : all) {
            if (other.from() > from && other.from() < to && other.job().mebibytes() > 0) {
                add(other.from(), SimulatedLoads.notebook(works, missing(all, other.from())));
            }
        }
    }

    /** Returns the MiB of other processes that do not run at a time. */
    private static long missing(List<JobRun> all, long at) {
        return all.stream()
                .filter((run) -> run.from() > at || at >= run.to())
                .mapToLong((run) -> run.job().mebibytes())
                .sum();
    }

    /** Adds a load; the one before ends. */
    private void add(long from, SimulatedLoad load) {
        int last = this.starts.size() - 1;
        if (last >= 0 && this.starts.get(last) == from) {
            this.loads.set(last, load);
        } else {
            this.starts.add(from);
            this.loads.add(load);
        }
    }
}
