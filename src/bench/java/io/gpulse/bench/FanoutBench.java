package io.gpulse.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;

/** The cost of delivery to all subscribers, compared with a server in C that writes the same bytes. */
final class FanoutBench {

    private static final Crowded THOUSAND = new Crowded("core", 1000, 200, 1.5);
    private static final List<Crowded> CROWDS =
            List.of(new Crowded("full", 100, 200, 1.5), THOUSAND, new Crowded("core", 10_000, 1000, 1));
    private static final double MOST_TELLING = 1.7;
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

    /**
     * @param everyMillis from event to event
     * @param mostWhole aim for subscribers that accept gzip, in multiples of the CPU time of C
     */
    private record Crowded(String view, int size, long everyMillis, double mostWhole) {

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
                this.paper.print("left out: " + crowd.words() + ", since a process may open " + Machine.mostOpenFiles()
                        + " files (ulimit -n)");
            } else {
                attempt(crowd, pairs);
            }
        }
        this.paper.table(this.rows);
        pairs.forEach(this::judge);
        new NeverReading(this.setting, this.paper).run();
    }

    /** Measures one crowd; a crowd that cannot connect on a busy or small machine does not affect the others. */
    private void attempt(Crowded crowd, List<Pair> pairs) throws Exception {
        try {
            measure(crowd, pairs);
        } catch (IOException | CompletionException broken) {
            this.paper.print("left out: " + crowd.words() + ", since: " + broken.getMessage());
        }
    }

    /**
     * The same crowd at both servers.
     *
     * @param ours with gzip or plain bytes; the server in C writes plain bytes
     */
    private record Pair(Crowded crowd, Ours ours, Delivery inC) {}

    /** @param aloneMillis CPU time of gpulse in such a window without subscribers */
    private record Ours(String who, boolean gzip, Delivery delivery, double aloneMillis) {

        double roundMillis() {
            return this.delivery.cpuMillis() - this.aloneMillis - this.delivery.compilingMillis();
        }
    }

    /** Measures 1,000 subscribers that accept gzip, without a server in C. */
    Delivery thousand(Setting version) throws Exception {
        try (Gpulse gpulse = gpulse(version.jar(), THOUSAND)) {
            return audition(THOUSAND, true, 10).of("gpulse", gpulse.process(), gpulse.port());
        }
    }

    private void measure(Crowded crowd, List<Pair> pairs) throws Exception {
        List<Ours> all = new ArrayList<>();
        for (boolean gzip : List.of(true, false)) {
            all.add(ours("gpulse", this.setting.jar(), crowd, gzip));
            if (this.setting.oldJar() != null) {
                all.add(ours("old", this.setting.oldJar(), crowd, gzip));
            }
        }
        Delivery inC = inC(crowd);
        for (Ours ours : all) {
            this.rows.add(ours.delivery.row(crowd.words()));
            pairs.add(new Pair(crowd, ours, inC));
        }
        this.rows.add(inC.row(crowd.words()));
    }

    private Ours ours(String name, Path jar, Crowded crowd, boolean gzip) throws Exception {
        String who = name + (gzip ? ", gzip" : ", plain");
        try (Gpulse gpulse = gpulse(jar, crowd)) {
            byte[] json = gpulse.snapshot(crowd.view);
            Files.write(event(crowd), event(json));
            describe(crowd, json.length);
            Delivery delivery = audition(crowd, gzip, 20).of(who, gpulse.process(), gpulse.port());
            Thread.sleep(LEAVING.toMillis());
            double cpu = gpulse.process().cpuMillis();
            Thread.sleep(ALONE.toMillis());
            double alone = (gpulse.process().cpuMillis() - cpu) / ALONE.toMillis();
            return new Ours(who, gzip, delivery, alone * window().toMillis());
        }
    }

    private Delivery inC(Crowded crowd) throws Exception {
        int port = Web.freePort();
        List<String> command = List.of(
                this.server.toString(),
                String.valueOf(port),
                event(crowd).toString(),
                String.valueOf(crowd.everyMillis));
        try (Child child =
                new Child(command, this.setting.work(), this.setting.work().resolve("epoll.log"))) {
            Web.await(port);
            return audition(crowd, false, 3).of("C", child, port);
        }
    }

    private Path event(Crowded crowd) {
        return this.setting.work().resolve("event-" + crowd.view);
    }

    private Gpulse gpulse(Path jar, Crowded crowd) throws Exception {
        List<String> launch = new ArrayList<>(List.of(this.setting.tool("java")));
        launch.addAll(Image.options(this.setting, "-Xmx512m"));
        launch.addAll(List.of("-jar", jar.toString()));
        return Gpulse.started(
                this.setting,
                this.setting.work(),
                launch,
                "--gpulse.sampling.every=" + crowd.everyMillis + "ms",
                // Only the demo computes and writes a past.
                "--gpulse.demo.past=false",
                "--gpulse.stream.max-subscribers=20000",
                "--gpulse.web.max-connections=20000");
    }

    private Duration window() {
        return this.setting.seconds("bench.seconds", 12);
    }

    private Audition audition(Crowded crowd, boolean gzip, long warmUp) {
        return new Audition(crowd.path(), gzip, crowd.size, this.setting.seconds("bench.warmup", warmUp), window());
    }

    private void describe(Crowded crowd, int bytes) {
        this.paper.print("payload of view " + crowd.view + " for 8 demo GPUs: " + bytes + " bytes of JSON");
        if (crowd.view.equals("core")) {
            this.paper.compare("bytes of JSON", bytes, MOST_CORE_BYTES);
        }
    }

    /** Returns the event as gpulse writes it, complete at its start. */
    private static byte[] event(byte[] json) {
        String text = new String(json, UTF_8);
        String took = Event.between(text, "\"tookMillis\":", ",");
        String instant = text.replaceFirst("\"tookMillis\":" + took, "\"tookMillis\":" + took.replaceAll("\\d", "0"));
        String id = Event.between(text, "\"sequence\":", ",");
        return ("id:" + id + "\nevent:snapshot\ndata:" + instant + "\n\n").getBytes(UTF_8);
    }

    private void judge(Pair pair) {
        Ours ours = pair.ours;
        String words = pair.crowd.words() + ", " + ours.who + ": ";
        double whole = ours.delivery.cpuPerThousand() / pair.inC.cpuPerThousand();
        double delivering = ours.roundMillis() * 1000 / ours.delivery.events() / pair.inC.cpuPerThousand();
        this.paper.print("    of " + Paper.number(ours.delivery.cpuMillis(), 0) + " ms the rounds alone "
                + Paper.number(ours.aloneMillis, 0) + ", the JVM's compilers "
                + Paper.number(ours.delivery.compilingMillis(), 0) + "; times C: all " + Paper.number(whole, 2)
                + ", without both " + Paper.number(delivering, 2));
        this.paper.compare(words + "lost", ours.delivery.lost(), 0);
        if (ours.gzip) {
            this.paper.compare(words + "CPU, all, times C", whole, pair.crowd.mostWhole);
        } else {
            this.paper.compare(words + "CPU, delivering, times C", delivering, MOST_TELLING);
        }
        this.paper.compare(words + "p99, times C", ours.delivery.p99() / pair.inC.p99(), 2);
        if (pair.crowd.size == 10_000) {
            this.paper.compare(words + "RSS, MB", ours.delivery.megabytes(), 350);
        }
    }
}
