package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The benchmarks round, start, rest and a crowd of 1,000, alternately with an older jar. */
final class AllBench {

    private static final Duration MOST = Duration.ofMinutes(30);
    private static final Duration SETTLING = Duration.ofSeconds(30);
    private static final Duration WINDOW = Duration.ofSeconds(30);
    private static final int GPUS = 8;

    private final Setting setting;
    private final Paper paper;
    private final Figures figures = new Figures();
    private final RoundBench rounds;
    private final StartBench starts;
    private final RestBench rests;
    private final FanoutBench crowds;

    /** One of the two versions, prepared. */
    private record Version(boolean isOld, Setting setting, ImageLaunch image) {}

    AllBench(Setting setting, Paper paper) throws IOException {
        this.setting = setting;
        this.paper = paper;
        this.rounds = new RoundBench(setting, paper);
        this.starts = new StartBench(setting, paper);
        this.rests = new RestBench(setting, paper);
        this.crowds = new FanoutBench(setting, paper);
    }

    void run() throws Exception {
        long start = System.nanoTime();
        Path older = this.setting.oldJar();
        if (older == null) {
            throw new IllegalArgumentException("-Dbench=all compares with an older jar: name it with -Dbench.old=PATH");
        }
        List<Version> versions = List.of(prepared(true, this.setting.ofOlder(older)), prepared(false, this.setting));
        Path library = this.rounds.library(GPUS);
        int runs = Integer.parseInt(Setting.property("bench.runs", "5"));
        int run = 0;
        while (run < runs && fits(run, System.nanoTime() - start)) {
            for (Version version : versions) {
                measure(version, library);
            }
            run++;
            this.figures.write(file());
            this.paper.print("run " + run + " of " + runs + ", load average " + Machine.load());
        }
        conclude(run);
    }

    private Version prepared(boolean isOld, Setting version) throws Exception {
        return new Version(isOld, version, ImageLaunch.prepared(version, this.paper));
    }

    /** Returns whether another run of average length ends in time. */
    private static boolean fits(int run, long nanos) {
        return run == 0 || nanos + nanos / run <= MOST.toNanos();
    }

    private void measure(Version version, Path library) throws Exception {
        round(version, library);
        StartBench.Start start = this.starts.start(version.setting);
        add(version, "first response, java -jar", "s", start.seconds());
        add(version, "first response, java -jar", "s of CPU", start.cpuSeconds());
        add(version, "first response, java -jar", "classes", start.classes());
        add(version, "first response, java -jar", "MB", start.megabytes());
        RestBench.Rest rest = this.rests.of(version.image, SETTLING, WINDOW);
        add(version, "first response, as in the image", "s", rest.firstSeconds());
        add(version, "rest, " + rest.span(), "% of a core", rest.percentOfCore());
        add(version, "rest, " + rest.span(), "MB", rest.megabytes());
        Delivery crowd = this.crowds.thousand(version.setting);
        add(version, "1,000 of core at 5 Hz, gzip", "CPU ms per 1,000 events", crowd.cpuPerThousand());
        add(version, "1,000 of core at 5 Hz, gzip", "events lost", crowd.lost());
        add(version, "1,000 of core at 5 Hz, gzip", "p99 ms", crowd.p99());
        add(version, "1,000 of core at 5 Hz, gzip", "MB", crowd.megabytes());
    }

    /** Both versions read the driver of this version's demo. */
    private void round(Version version, Path library) {
        try {
            for (RoundFigures round : this.rounds.figures(version.setting, GPUS, library)) {
                String name = round.gpus() + " GPUs, " + round.round();
                add(version, name, "µs", round.micros());
                add(version, name, "bytes", round.bytes());
                add(version, name, "µs a value", round.micros() / round.values());
                add(version, name, "bytes a value", round.bytes() / round.values());
                add(version, name, "native calls", round.calls());
            }
        } catch (IOException changed) {
            this.paper.print("left out: the round of " + version.setting.jar()
                    + ", whose reader the benchmark cannot call: " + changed.getMessage());
        }
    }

    private void add(Version version, String name, String unit, double value) {
        this.figures.add(version.isOld, name, unit, value);
    }

    private Path file() {
        return this.setting.work().resolve("figures.tsv");
    }

    private void conclude(int runs) {
        this.paper.table(this.figures.rows());
        this.paper.print("median and spread of " + runs + " runs each: " + file());
        List<String> worse = this.figures.worse();
        worse.forEach((figure) -> this.paper.print("WORSE: " + figure));
        if (worse.isEmpty()) {
            this.paper.print("No figure is worse by more than the spread of both.");
        }
    }
}
