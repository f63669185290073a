package io.gpulse.bench;

import io.gpulse.demo.DemoNvml;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuSession;
import io.gpulse.metric.Cadence;
import io.gpulse.nvml.session.NvmlSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The cost of the reader with a driver that costs nothing: its calls are recorded with the demo, and a library in C
 * returns their results immediately. A C program makes the same calls, and a script where pynvml is installed.
 */
final class RoundBench {

    /** The metrics that are due: in most rounds, and in one every 10 s. */
    static final Map<String, Set<Cadence>> ROUNDS = rounds();

    private static final List<String> HEAD = List.of(
            "GPUs",
            "round",
            "native calls",
            "values",
            "µs a round",
            "µs a call",
            "µs a value",
            "bytes a round",
            "bytes a value",
            "C: µs a call",
            "times C",
            "pynvml: µs a call",
            "times pynvml",
            "C heap a round");
    private static final String LOOPS = "2000";
    private static final String PYTHON_LOOPS = "500";
    private static final String SAMPLES = "5";
    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");

    private final Setting setting;
    private final Paper paper;
    private final Compiler compiler;
    private final Pynvml pynvml;

    RoundBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
        this.compiler = new Compiler(setting);
        this.pynvml = new Pynvml(setting);
    }

    private static Map<String, Set<Cadence>> rounds() {
        Map<String, Set<Cadence>> rounds = new LinkedHashMap<>();
        rounds.put("usual", EnumSet.of(Cadence.FAST));
        rounds.put("every-10-s", EnumSet.of(Cadence.FAST, Cadence.SLOW));
        return rounds;
    }

    void run() throws Exception {
        List<List<String>> rows = new ArrayList<>(List.of(HEAD));
        List<RoundFigures> measured = new ArrayList<>();
        for (int gpus : List.of(16, 8)) {
            for (RoundFigures figures : measure(gpus)) {
                measured.add(figures);
                rows.add(figures.row());
            }
        }
        this.paper.table(rows);
        double dearest =
                measured.stream().mapToDouble(RoundFigures::microsPerCall).max().orElse(0);
        double taken = measured.stream().mapToDouble(RoundFigures::taken).max().orElse(0);
        this.paper.compare("CPU per native call all in, the dearest row, µs", dearest, 1.5);
        comparePynvml(measured);
        this.paper.compare("allocations from the C heap per round after warm-up", taken, 0);
    }

    private void comparePynvml(List<RoundFigures> measured) {
        if (measured.stream().allMatch((figures) -> figures.timesPynvml().isEmpty())) {
            this.paper.print(this.pynvml.missing());
            return;
        }
        double dearest = measured.stream()
                .mapToDouble((figures) -> figures.timesPynvml().orElse(0))
                .max()
                .orElse(0);
        this.paper.compare("a native call all in, in calls of pynvml, the dearest row", dearest, 0.75);
    }

    private List<RoundFigures> measure(int gpus) throws Exception {
        InstantDriver driver = new InstantDriver();
        Map<String, List<Recording.ReceivedResult>> received = record(gpus, driver);
        Path library = library(gpus, driver);
        List<String> lines = reader(this.setting, gpus, library);
        List<RoundFigures> figures = new ArrayList<>();
        for (String round : ROUNDS.keySet()) {
            String line = lines.stream()
                    .filter((said) -> said.startsWith(round + " "))
                    .findFirst()
                    .orElseThrow();
            List<Recording.ReceivedResult> calls = received.getOrDefault(round, List.of());
            String name = gpus + "-" + round;
            figures.add(RoundFigures.of(gpus, line, loop(name, library, calls), script(name, library, calls)));
            check(figures.get(figures.size() - 1), calls.size());
        }
        return figures;
    }

    private Path library(int gpus, InstantDriver driver) throws IOException {
        Path source = driver.write(this.setting.work().resolve("driver-" + gpus + ".c"));
        return this.compiler.library("driver-" + gpus + ".so", source);
    }

    /** Returns the library of a driver with GPUs of the demo. */
    Path library(int gpus) throws Exception {
        InstantDriver driver = new InstantDriver();
        record(gpus, driver);
        return library(gpus, driver);
    }

    /** Measures the reader of a version of gpulse. */
    List<RoundFigures> figures(Setting version, int gpus, Path library) throws IOException {
        return reader(version, gpus, library).stream()
                .map((line) -> RoundFigures.of(gpus, line, Double.NaN, OptionalDouble.empty()))
                .toList();
    }

    /** Prints a note when the C program makes other calls than the reader; some calls depend on the time. */
    private void check(RoundFigures figures, int recorded) {
        if (figures.calls() != recorded) {
            this.paper.print(figures.gpus() + " GPUs, " + figures.round() + ": the reader made " + figures.calls()
                    + " native calls, the C program " + recorded);
        }
    }

    /** Returns the calls of a round after the reader has learned the permanent refusals of the driver. */
    private static Map<String, List<Recording.ReceivedResult>> record(int gpus, InstantDriver driver) throws Exception {
        Recording recording = new Recording(new DemoNvml(() -> NOON, gpus));
        GpuSession session = NvmlSource.simulated(recording).open();
        List<Gpu> all = new ArrayList<>();
        for (int index = 0; index < session.gpuCount(); index++) {
            all.add(session.attach(index));
        }
        all.forEach((gpu) -> gpu.read(EnumSet.allOf(Cadence.class)));
        driver.learn(recording.take());
        Map<String, List<Recording.ReceivedResult>> rounds = new LinkedHashMap<>();
        ROUNDS.forEach((round, due) -> {
            for (int settling = 0; settling < 3; settling++) {
                recording.take();
                all.forEach((gpu) -> gpu.read(due));
            }
            rounds.put(round, recording.take());
        });
        rounds.values().forEach(driver::learn);
        return rounds;
    }

    /** Measures the classes of a jar in a separate JVM, whose C heap is observed. */
    private List<String> reader(Setting version, int gpus, Path library) throws IOException {
        Path watching = this.compiler.library("allocations.so", this.compiler.source("allocations.c"));
        ProcessBuilder builder = new ProcessBuilder(
                        this.setting.tool("java"),
                        "-Xmx128m",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        classPath(version.extracted()),
                        RoundRun.class.getName(),
                        library.toString(),
                        watching.toString(),
                        String.valueOf(gpus))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LD_PRELOAD", watching.toString());
        return Children.linesOf(builder);
    }

    /** Returns the classes of the benchmarks, and those of the extracted form with its libraries. */
    private String classPath(Path extracted) {
        return String.join(
                File.pathSeparator,
                this.setting.base().resolve("target/bench/classes").toString(),
                extracted.resolve("gpulse.jar").toString(),
                extracted.resolve("lib") + "/*");
    }

    private double loop(String name, Path library, List<Recording.ReceivedResult> round) throws IOException {
        Path steps = Replay.write(this.setting.work().resolve("steps-" + name + ".h"), round);
        Path loop = this.compiler.program(
                "loop-" + name, this.compiler.source("loop.c"), "-DSTEPS=\"" + steps + "\"", "-ldl");
        List<String> micros = Children.linesOf(new ProcessBuilder(loop.toString(), library.toString(), LOOPS, SAMPLES)
                .redirectError(ProcessBuilder.Redirect.INHERIT));
        return Sample.median(micros.stream().map(Double::valueOf).toList()) / round.size();
    }

    /** Measures pynvml, which opens the library by its usual name. */
    private OptionalDouble script(String name, Path library, List<Recording.ReceivedResult> round) throws IOException {
        if (!this.pynvml.isThere()) {
            return OptionalDouble.empty();
        }
        Path folder = Files.createDirectories(this.setting.work().resolve("library-" + name));
        Files.copy(library, folder.resolve("libnvidia-ml.so.1"), StandardCopyOption.REPLACE_EXISTING);
        Path steps = Replay.writeForPython(this.setting.work().resolve("steps-" + name + ".txt"), round);
        List<String> micros =
                Children.linesOf(this.pynvml.script(folder, "round.py", steps.toString(), PYTHON_LOOPS, SAMPLES));
        return OptionalDouble.of(
                Sample.median(micros.stream().map(Double::valueOf).toList()) / round.size());
    }
}
