package io.gpulse.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

/** What telling everybody costs, beside a server in C that writes the same bytes to the same crowd. */
final class FanoutBench {

    private static final List<Crowded> CROWDS =
            List.of(new Crowded("full", 100, 200), new Crowded("core", 1000, 200), new Crowded("core", 10_000, 1000));
    private static final int SPARE_FILES = 500;
    private static final Duration ALONE = Duration.ofSeconds(4);
    private static final Duration LEAVING = Duration.ofSeconds(2);
    private static final int MOST_CORE_BYTES = 24_576;

    private final Setting setting;
    private final Paper paper;
    private final Path server;
    private final List<List<String>> rows = new ArrayList<>(List.of(Delivery.HEAD));

    FanoutBench(Setting setting, Paper paper) throws IOException {
        this.setting = setting;
        this.paper = paper;
        Compiler compiler = new Compiler(setting);
        this.server = compiler.program("epoll", compiler.source("epoll.c"));
    }

    /** @param everyMillis from event to event */
    private record Crowded(String view, int size, long everyMillis) {

        String path() {
            return "/api/v1/stream?view=" + this.view;
        }

        String words() {
            return this.size + " of " + this.view + " at " + 1000 / this.everyMillis + " Hz";
        }
    }

    void run() throws Exception {
        List<Pair> pairs = new ArrayList<>();
        for (Crowded crowd : CROWDS) {
            if (!this.setting.wantsCrowd(crowd.size)) {
                continue;
            }
            if (Machine.mostOpenFiles() < crowd.size + SPARE_FILES) {
                this.paper.say("left out: " + crowd.words() + ", since a process may open " + Machine.mostOpenFiles()
                        + " files (ulimit -n)");
            } else {
                pairs.addAll(attempt(crowd));
            }
        }
        this.paper.table(this.rows);
        pairs.forEach(this::judge);
        new NeverReading(this.setting, this.paper).run();
    }

    /** A crowd that cannot be gathered, on a machine that is busy or small, leaves the others' figures standing. */
    private List<Pair> attempt(Crowded crowd) throws Exception {
        try {
            return List.of(measure(crowd));
        } catch (IOException | CompletionException broken) {
            this.paper.say("left out: " + crowd.words() + ", since: " + broken.getMessage());
            return List.of();
        }
    }

    /** The same crowd before both. */
    private record Pair(Crowded crowd, Delivery ours, Delivery inC, double aloneMillis) {}

    private Pair measure(Crowded crowd) throws Exception {
        Path event = this.setting.work().resolve("event-" + crowd.view);
        Delivery ours;
        double alone;
        try (Gpulse gpulse = gpulse(crowd)) {
            byte[] json = gpulse.snapshot(crowd.view);
            Files.write(event, event(json));
            describe(crowd, json.length);
            ours = audition(crowd, 20).of("gpulse", gpulse.process(), gpulse.port());
            Thread.sleep(LEAVING.toMillis());
            double cpu = gpulse.process().cpuMillis();
            Thread.sleep(ALONE.toMillis());
            alone = (gpulse.process().cpuMillis() - cpu) / ALONE.toMillis();
        }
        int port = Web.freePort();
        List<String> command = List.of(
                this.server.toString(), String.valueOf(port), event.toString(), String.valueOf(crowd.everyMillis));
        try (Child inC =
                new Child(command, this.setting.work(), this.setting.work().resolve("epoll.log"))) {
            Web.await(port);
            Delivery theirs = audition(crowd, 3).of("C", inC, port);
            this.rows.add(ours.row(crowd.words()));
            this.rows.add(theirs.row(crowd.words()));
            return new Pair(crowd, ours, theirs, alone * this.window().toMillis());
        }
    }

    private Gpulse gpulse(Crowded crowd) throws Exception {
        List<String> launch = new ArrayList<>(List.of(this.setting.tool("java")));
        launch.addAll(Image.options(this.setting, "-Xmx512m"));
        launch.addAll(List.of("-jar", this.setting.jar().toString()));
        return Gpulse.started(
                this.setting,
                this.setting.work(),
                launch,
                "--gpulse.sampling.every=" + crowd.everyMillis + "ms",
                "--gpulse.stream.max-subscribers=20000");
    }

    private Duration window() {
        return this.setting.seconds("bench.seconds", 12);
    }

    private Audition audition(Crowded crowd, long warmUp) {
        return new Audition(crowd.path(), crowd.size, this.setting.seconds("bench.warmup", warmUp), window());
    }

    private void describe(Crowded crowd, int bytes) {
        this.paper.say("payload of view " + crowd.view + " for 8 demo GPUs: " + bytes + " bytes of JSON");
        if (crowd.view.equals("core")) {
            this.paper.compare("bytes of JSON", bytes, MOST_CORE_BYTES);
        }
    }

    /** As gpulse writes it, but complete as soon as it was begun. */
    private static byte[] event(byte[] json) {
        String text = new String(json, UTF_8);
        String took = Event.between(text, "\"tookMillis\":", ",");
        String instant = text.replaceFirst("\"tookMillis\":" + took, "\"tookMillis\":" + took.replaceAll("\\d", "0"));
        String id = Event.between(text, "\"sequence\":", ",");
        return ("id:" + id + "\nevent:snapshot\ndata:" + instant + "\n\n").getBytes(UTF_8);
    }

    private void judge(Pair pair) {
        String words = pair.crowd.words() + ": ";
        this.paper.compare(words + "lost", pair.ours.lost(), 0);
        this.paper.compare(words + "CPU, times C", pair.ours.cpuPerThousand() / pair.inC.cpuPerThousand(), 2.2);
        double aside = pair.aloneMillis + pair.ours.compilingMillis();
        double telling = (pair.ours.cpuMillis() - aside) * 1000 / pair.ours.events();
        this.paper.say("    of " + Paper.number(pair.ours.cpuMillis(), 0) + " ms the rounds alone "
                + Paper.number(pair.aloneMillis, 0) + ", the JVM's compilers "
                + Paper.number(pair.ours.compilingMillis(), 0) + "; without both "
                + Paper.number(telling / pair.inC.cpuPerThousand(), 2) + " times C");
        this.paper.compare(words + "p99, times C", pair.ours.p99() / pair.inC.p99(), 3);
        if (pair.crowd.size == 10_000) {
            this.paper.compare(words + "RSS, MB", pair.ours.megabytes(), 550);
        }
    }
}
