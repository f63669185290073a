package io.gpulse.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What gpulse costs when nobody asks it anything: eight GPUs of the demo at 1 Hz, launched as the image does. */
final class RestBench {

    private static final int STARTS = 3;
    /** The first JDK whose cache of loaded classes the image's options speak of. */
    private static final int WITH_CACHE = 25;

    private static final List<String> REHEARSED = List.of(
            "/", "/api/v1/snapshot", "/api/v1/gpus", "/api/v1/host", "/api/v1/catalogue", "/api/v1/status", "/metrics");

    private final Setting setting;
    private final Paper paper;
    private final Path folder;
    private final List<String> launch = new ArrayList<>();

    RestBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
        this.folder = setting.work().resolve("unpacked");
    }

    void run() throws Exception {
        unpack();
        this.launch.add(this.setting.tool("java"));
        this.launch.addAll(Image.options(this.setting));
        rehearse();
        this.launch.addAll(List.of("-jar", "gpulse.jar"));
        this.paper.say("in " + this.folder + ": " + String.join(" ", this.launch));
        List<Double> firstAnswers = new ArrayList<>();
        for (int start = 1; start < STARTS; start++) {
            try (Gpulse gpulse = started()) {
                firstAnswers.add(seconds(gpulse));
            }
        }
        try (Gpulse gpulse = started()) {
            firstAnswers.add(seconds(gpulse));
            rest(gpulse.process());
        }
        this.paper.compare("first answer, median of " + STARTS + ", s", Sample.median(firstAnswers), 1.2);
    }

    private Gpulse started() throws Exception {
        return Gpulse.started(this.setting, this.folder, this.launch);
    }

    private static double seconds(Gpulse gpulse) {
        return gpulse.firstAnswer().toMillis() / 1000.0;
    }

    private void rest(Child process) throws InterruptedException, IOException {
        Duration settling = this.setting.seconds("bench.warmup", 40);
        Duration window = this.setting.seconds("bench.seconds", 60);
        Thread.sleep(settling.toMillis());
        Map<String, Long> switches = process.switches();
        double cpu = process.cpuMillis();
        Thread.sleep(window.toMillis());
        double share = (process.cpuMillis() - cpu) / window.toMillis() * 100;
        String span = window.toSeconds() + " s after " + settling.toSeconds() + " s";
        this.paper.compare("CPU at rest over " + span + ", % of a core", share, 2);
        this.paper.say(WakeUps.between(switches, process.switches(), window));
        this.paper.compare("RSS at rest, MB", process.residentMegabytes(), 200);
    }

    private void unpack() throws IOException {
        if (Files.exists(this.folder)) {
            try (Stream<Path> files = Files.walk(this.folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Children.linesOf(new ProcessBuilder(
                this.setting.tool("java"),
                "-Djarmode=tools",
                "-jar",
                this.setting.jar().toString(),
                "extract",
                "--destination",
                this.folder.toString()));
    }

    /** The image starts from a cache of what a first run has loaded; Spring's decisions at build are left out here. */
    private void rehearse() throws Exception {
        if (this.setting.javaFeature() < WITH_CACHE) {
            this.paper.say("without a cache of loaded classes, which takes JDK " + WITH_CACHE);
            return;
        }
        List<String> first = new ArrayList<>(this.launch);
        first.addAll(List.of("-XX:AOTCacheOutput=gpulse.aot", "-jar", "gpulse.jar"));
        try (Gpulse gpulse = Gpulse.started(this.setting, this.folder, first)) {
            REHEARSED.forEach((path) -> Web.get(gpulse.port(), path));
        }
        this.launch.add("-XX:AOTCache=gpulse.aot");
    }
}
