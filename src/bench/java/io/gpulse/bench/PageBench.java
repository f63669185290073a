package io.gpulse.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The cost of the dashboard in a browser: sixteen GPUs at 5 Hz (the demo's eight, each twice) in Chromium, driven by a
 * script.
 */
final class PageBench {

    private static final int SPAN_MILLIS = 200;
    private static final List<String> ROUTES = List.of("/", "/GPU-Utilization", "/GPU-Resources");
    private static final Pattern FIGURE = Pattern.compile("\"(\\w+)\":([-\\d.eE+]+)");

    private static final int RUNS = 7;

    private static final int BYTES_PER_SECOND = 500_000;

    private final Setting setting;
    private final Paper paper;

    PageBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    void run() throws Exception {
        List<String> launch = new ArrayList<>(List.of(this.setting.tool("java")));
        launch.addAll(Image.options(this.setting));
        launch.addAll(List.of("-jar", this.setting.jar().toString()));
        try (Gpulse gpulse = Gpulse.started(
                this.setting, this.setting.work(), launch, "--gpulse.sampling.every=" + SPAN_MILLIS + "ms")) {
            List<String> said = Children.linesOf(new ProcessBuilder(script(gpulse.port())));
            for (int page = 0; page < ROUTES.size(); page++) {
                print(ROUTES.get(page), figures(said.get(page)));
            }
            opening(Children.linesOf(new ProcessBuilder(
                    node("opening.mjs", gpulse.port(), String.valueOf(RUNS), String.valueOf(BYTES_PER_SECOND)))));
        }
    }

    /** Prints the time to the first number: with an empty cache, a full one, and an empty one over a slow link. */
    private void opening(List<String> said) {
        Map<String, Double> cold = figures(said.get(0));
        Map<String, Double> warm = figures(said.get(1));
        this.paper.print("");
        this.paper.compare("first number after the first paint, empty cache, ms", cold.get("after"), 300);
        this.paper.compare("first number after the first paint, full cache, ms", warm.get("after"), 300);
        this.paper.print(String.format(
                "first number after the page was asked for, ms: %.0f and %.0f",
                cold.get("number"), warm.get("number")));
        this.paper.compare(
                "first number, which is of now, over 500 kB/s with an empty cache, ms",
                figures(said.get(2)).get("number"),
                1500);
    }

    private List<String> script(int port) {
        String seconds =
                String.valueOf(this.setting.seconds("bench.seconds", 60).toSeconds());
        List<String> command = node("page.mjs", port, String.valueOf(SPAN_MILLIS), seconds);
        command.addAll(ROUTES);
        return command;
    }

    private List<String> node(String script, int port, String... arguments) {
        Path base = this.setting.base();
        List<String> command = new ArrayList<>(List.of(
                "node",
                base.resolve("src/bench/node").resolve(script).toString(),
                base.resolve("frontend").toString(),
                String.valueOf(port)));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Map<String, Double> figures(String line) {
        return FIGURE.matcher(line)
                .results()
                .collect(Collectors.toMap((each) -> each.group(1), (each) -> Double.parseDouble(each.group(2))));
    }

    private void print(String route, Map<String, Double> reported) {
        this.paper.print("");
        this.paper.print(String.format("%s: %.0f updates came in the traced time", route, reported.get("events")));
        this.paper.compare("script per update, median, ms", reported.get("median"), 8);
        this.paper.compare("script per update, 95 of 100, ms", reported.get("p95"), 16);
        this.paper.compare("longest task of the traced time, ms of the thread", reported.get("longest"), 50);
        this.paper.compare("share of the main thread, %", reported.get("share"), 15);
        this.paper.print(String.format(
                "JS heap after a full collection, MB: %.2f at the start, %.2f at the end",
                reported.get("heapAtStart"), reported.get("heapAtEnd")));
        if (route.equals("/")) {
            this.paper.compare(
                    "scripts and styles until the first number, bytes gzip", reported.get("firstLoad"), 130_000);
        }
    }
}
