package io.gpulse.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The time from the start of the process to its first snapshot, compared with a minimal service of the same kind. Both
 * are started alternately, so that other load of the machine affects both.
 */
final class StartBench {

    private static final String HELLO = "hello, java -jar";
    private static final String PLAIN = "gpulse, java -jar";
    private static final String EXTRACTED = "gpulse, extracted";
    private static final String IMAGE = "gpulse, as the image does";
    private static final String OLD = "the older gpulse, java -jar";

    private final Setting setting;
    private final Paper paper;
    private final Map<String, Launch> launches = new LinkedHashMap<>();
    private final Map<String, List<Start>> starts = new LinkedHashMap<>();

    private record Launch(Path folder, List<String> command) {}

    /** The cost until the first response. */
    record Start(double seconds, double cpuSeconds, double classes, double megabytes) {}

    StartBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    void run() throws Exception {
        prepare();
        int runs = Integer.parseInt(Setting.property("bench.runs", "5"));
        for (int run = 0; run < runs; run++) {
            for (Map.Entry<String, Launch> each : this.launches.entrySet()) {
                this.starts
                        .computeIfAbsent(each.getKey(), (name) -> new ArrayList<>())
                        .add(start(each.getValue()));
            }
        }
        print(runs);
    }

    private void prepare() throws Exception {
        Path hello = HelloJar.from(this.setting.jar(), this.setting.work().resolve("hello.jar"));
        this.launches.put(HELLO, plain(hello));
        this.launches.put(PLAIN, plain(this.setting.jar()));
        this.launches.put(EXTRACTED, plain(this.setting.extracted().resolve("gpulse.jar")));
        Path old = this.setting.oldJar();
        if (old != null) {
            this.launches.put(OLD, plain(old));
        }
        if (this.setting.javaFeature() >= ImageLaunch.WITH_CACHE) {
            ImageLaunch image = ImageLaunch.prepared(this.setting, this.paper);
            this.launches.put(IMAGE, new Launch(image.folder(), image.command()));
        } else {
            this.paper.print("The image's launch needs -Dbench.java=FOLDER of a JDK " + ImageLaunch.WITH_CACHE);
        }
    }

    /** Returns the launch of a jar by the JDK that builds gpulse. */
    private Launch plain(Path jar) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return new Launch(this.setting.work(), List.of(java, "-jar", jar.toString()));
    }

    /** Starts the jar of a version. */
    Start start(Setting version) throws Exception {
        return start(plain(version.jar()));
    }

    private Start start(Launch launch) throws Exception {
        try (Gpulse gpulse = Gpulse.started(this.setting, launch.folder(), launch.command())) {
            double cpu = gpulse.process().cpuMillis() / 1000;
            double megabytes = gpulse.process().residentMegabytes();
            return new Start(
                    gpulse.firstAnswer().toMillis() / 1000.0, cpu, gpulse.loadedClasses(this.setting), megabytes);
        }
    }

    /** Returns the median number of loaded classes; the image's JVM has no counters. */
    private String classes(String name) {
        double loaded = median(name, Start::classes);
        return loaded == 0 ? "not measured" : Paper.number(loaded, 0);
    }

    private void print(int runs) {
        this.paper.print("");
        this.paper.print("From the start of the process to the first 200 of /api/v1/snapshot, medians of " + runs
                + "; plain ones on Java " + System.getProperty("java.version"));
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("launch", "s", "s of CPU", "classes loaded", "RSS, MB", "times hello", "times its CPU"));
        for (String name : this.launches.keySet()) {
            rows.add(List.of(
                    name,
                    Paper.number(median(name, Start::seconds), 2),
                    Paper.number(median(name, Start::cpuSeconds), 2),
                    classes(name),
                    Paper.number(median(name, Start::megabytes), 0),
                    Paper.number(ratio(name, Start::seconds), 2),
                    Paper.number(ratio(name, Start::cpuSeconds), 2)));
        }
        this.paper.table(rows);
        this.paper.compare("first answer, extracted, times hello", ratio(EXTRACTED, Start::seconds), 1.3);
        if (this.launches.containsKey(IMAGE)) {
            this.paper.compare("first answer, as the image does, times hello", ratio(IMAGE, Start::seconds), 0.6);
        }
    }

    private double ratio(String name, ToDoubleFunction<Start> figure) {
        return median(name, figure) / median(HELLO, figure);
    }

    private double median(String name, ToDoubleFunction<Start> figure) {
        return Sample.median(this.starts.get(name).stream()
                .map((start) -> figure.applyAsDouble(start))
                .toList());
    }
}
