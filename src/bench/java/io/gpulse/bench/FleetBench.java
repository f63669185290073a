package io.gpulse.bench;

import io.gpulse.PrometheusProcess;
import io.gpulse.testing.SimulatedFleet;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;
import org.springframework.util.FileSystemUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The cost of many machines: of a list, and of a real Prometheus with simulated series. All gpulses run at the same
 * time; the CPU of one without other machines is subtracted, and that of the compilers of the JVM.
 */
final class FleetBench {

    private static final String FLEET = "/api/v1/fleet";
    private static final int LISTED = 64;
    private static final int GPUS = 8;
    private static final List<Integer> OF_ENGINE = List.of(25, 50, 100, 200);
    private static final int LIST_SECONDS = 5;
    private static final int ENGINE_SECONDS = 15;
    private static final int ANSWERS = 4;

    private final Setting setting;
    private final Paper paper;
    private final List<AutoCloseable> started = new ArrayList<>();

    FleetBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    /**
     * A measured gpulse.
     *
     * @param machines number of the others
     * @param every seconds from poll to poll
     */
    private record Viewer(String source, int machines, int every, Gpulse gpulse) {

        /** Without the JVM's compilers, whose work depends on everything else. */
        private double cpu() throws IOException {
            return this.gpulse.process().cpuMillis() - this.gpulse.process().compilingMillis();
        }

        private byte[] fleet() throws IOException {
            return Web.get(this.gpulse.port(), FLEET).orElseThrow(() -> new IOException("No answer of " + FLEET));
        }
    }

    void run() throws Exception {
        Path folder = Files.createTempDirectory("gpulse-fleet");
        try {
            ImageLaunch image = ImageLaunch.prepared(this.setting, this.paper);
            measure(viewer(image, "none", 0, ""), viewers(image, folder));
        } finally {
            for (int i = this.started.size() - 1; i >= 0; i--) {
                this.started.get(i).close();
            }
            FileSystemUtils.deleteRecursively(folder);
        }
    }

    private <T extends AutoCloseable> T started(T one) {
        this.started.add(one);
        return one;
    }

    private List<Viewer> viewers(ImageLaunch image, Path folder) throws Exception {
        List<Viewer> viewers = new ArrayList<>();
        for (int machines : OF_ENGINE) {
            Path own = Files.createDirectory(folder.resolve("engine" + machines));
            PrometheusProcess engine =
                    started(PrometheusProcess.having(SimulatedFleet.uniform(Instant.now(), machines), own));
            viewers.add(viewer(image, "engine", machines, "--gpulse.fleet.prometheus-url=" + engine.address()));
        }
        String report = new String(
                Web.get(viewers.get(0).gpulse.port(), "/api/v1/machine").orElseThrow(), StandardCharsets.UTF_8);
        ListedMachines list = started(new ListedMachines(report));
        viewers.add(viewer(image, "list", LISTED, "--gpulse.machines=" + list.list(LISTED)));
        return viewers;
    }

    private Viewer viewer(ImageLaunch image, String source, int machines, String option) throws Exception {
        Path work = Files.createDirectories(this.setting.work().resolve("fleet-" + source + machines));
        Setting own = new Setting(
                this.setting.bench(), this.setting.base(), work, this.setting.jar(), this.setting.javaHome());
        List<String> options = new ArrayList<>(List.of("--gpulse.demo.past=false"));
        if (!option.isEmpty()) {
            options.add(option);
        }
        Gpulse gpulse = started(Gpulse.started(own, image.folder(), image.command(), options.toArray(String[]::new)));
        return new Viewer(source, machines, source.equals("list") ? LIST_SECONDS : ENGINE_SECONDS, gpulse);
    }

    private void measure(Viewer alone, List<Viewer> viewers) throws Exception {
        Duration window = this.setting.seconds("bench.seconds", 180);
        Thread.sleep(this.setting.seconds("bench.warmup", 60).toMillis());
        double aloneBefore = alone.cpu();
        List<Double> before = cpu(viewers);
        Thread.sleep(window.toMillis());
        List<Double> after = cpu(viewers);
        double rest = alone.cpu() - aloneBefore;
        this.paper.print(String.format(Locale.ROOT, "without other machines: %.0f ms of CPU in %s", rest, window));
        List<Double> took = took(viewers);
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("machines", "GPUs", "CPU of a poll, ms", "engine, ms", "bytes", "gzip"));
        for (int i = 0; i < viewers.size(); i++) {
            Viewer viewer = viewers.get(i);
            double polls = window.toSeconds() / (double) viewer.every;
            double cpu = (after.get(i) - before.get(i) - rest) / polls;
            rows.add(row(viewer, cpu, took.get(i)));
            this.paper.compare(viewer.source + " of " + viewer.machines + ": CPU of a poll, ms", cpu, 200);
        }
        this.paper.table(rows);
    }

    private static List<Double> cpu(List<Viewer> viewers) throws IOException {
        List<Double> cpu = new ArrayList<>();
        for (Viewer viewer : viewers) {
            cpu.add(viewer.cpu());
        }
        return cpu;
    }

    private static List<String> row(Viewer viewer, double cpu, double took) throws IOException {
        byte[] body = viewer.fleet();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(body);
        }
        return List.of(
                viewer.source + " of " + viewer.machines,
                String.valueOf(viewer.machines * GPUS),
                Paper.number(cpu, 1),
                Double.isNaN(took) ? "" : Paper.number(took, 0),
                String.valueOf(body.length),
                String.valueOf(packed.size()));
    }

    /** Returns the median time of the engine's answers to a poll, in ms; NaN for a list. */
    private static List<Double> took(List<Viewer> viewers) throws IOException, InterruptedException {
        List<List<Double>> answers = viewers.stream()
                .map((viewer) -> (List<Double>) new ArrayList<Double>())
                .toList();
        for (int answer = 0; answer < ANSWERS; answer++) {
            for (int i = 0; i < viewers.size(); i++) {
                JsonNode engine =
                        JsonMapper.shared().readTree(viewers.get(i).fleet()).path("engine");
                if (engine.path("tookMillis").isNumber()) {
                    answers.get(i).add(engine.path("tookMillis").asDouble());
                }
            }
            Thread.sleep(ENGINE_SECONDS * 1000L);
        }
        return answers.stream()
                .map((all) -> all.isEmpty() ? Double.NaN : Sample.median(all))
                .toList();
    }
}
