package io.gpulse.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;

/** A Prometheus that answers the same queries as the history, with series of the same length and kind. */
final class PrometheusPeer {

    private static final int GPUS = 8;
    private static final int METRICS = 12;
    private static final int ASKED = 9;
    private static final int READY_SECONDS = 60;
    private static final List<String> BUCKET = List.of("min", "avg", "max");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Random random = new Random(18);
    private final Paper paper;
    private final long now;
    private long samples;

    /** @param now in epoch s */
    PrometheusPeer(Paper paper, long now) {
        this.paper = paper;
        this.now = now;
    }

    void run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("gpulse-prometheus");
        try {
            Path text = folder.resolve("samples.txt");
            write(text);
            Path data = folder.resolve("data");
            exec("promtool", "tsdb", "create-blocks-from", "openmetrics", "--max-block-duration=768h", text, data);
            this.paper.print(String.format(
                    java.util.Locale.ROOT,
                    "Prometheus: %.2f bytes a value in its blocks (%d values)",
                    size(data) / (double) this.samples,
                    this.samples));
            query(folder, data);
        } finally {
            delete(folder);
        }
    }

    private void write(Path text) throws IOException {
        try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(text))) {
            write(out, new Family("half_day", 12 * 3600, 1, 1));
            write(out, new Family("hour", 3600, 1, METRICS));
            write(out, new Family("month", 30 * 86_400, 60, 1));
            out.println("# EOF");
        }
    }

    /**
     * Series of one name.
     *
     * @param seconds their length
     * @param every seconds from value to value
     */
    private record Family(String name, int seconds, int every, int metrics) {}

    private void write(PrintWriter out, Family family) {
        out.println("# TYPE " + family.name + " gauge");
        for (int metric = 0; metric < family.metrics; metric++) {
            DoubleSupplier values = values(metric);
            for (int gpu = 0; gpu < GPUS; gpu++) {
                String series = family.name + "{gpu=\"" + gpu + "\",metric=\"" + metric + "\"} ";
                for (long at = this.now - family.seconds; at < this.now; at += family.every) {
                    out.println(series + values.getAsDouble() + " " + at);
                    this.samples++;
                }
            }
        }
    }

    private DoubleSupplier values(int metric) {
        return switch (metric % 3) {
            case 0 -> () -> this.random.nextInt(100);
            case 1 -> () -> 1000 + this.random.nextInt(980);
            default -> () -> 100 + this.random.nextInt(600_000) / 1000.0;
        };
    }

    private void query(Path folder, Path data) throws IOException, InterruptedException {
        Path settings = Files.writeString(folder.resolve("prometheus.yml"), "{}\n");
        String address = "127.0.0.1:" + freePort();
        Process prometheus = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + settings,
                        "--storage.tsdb.path=" + data,
                        "--storage.tsdb.retention.time=100y",
                        "--web.listen-address=" + address)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        try {
            awaitReady(address);
            question(prometheus, address, new Question("12 h x 8 GPUs x 1 metric", "half_day", 12 * 3600, 120));
            question(prometheus, address, new Question("1 h x 8 GPUs x 12 metrics", "hour", 3600, 10));
            question(prometheus, address, new Question("30 d x 8 GPUs x 1 metric", "month", 30 * 86_400, 7200));
        } finally {
            prometheus.destroy();
            prometheus.waitFor();
        }
    }

    /** @param step in seconds */
    private record Question(String name, String series, long seconds, int step) {}

    private void question(Process prometheus, String address, Question requested)
            throws IOException, InterruptedException {
        answer(address, requested);
        Duration before = cpu(prometheus);
        long startedAt = System.nanoTime();
        for (int time = 0; time < ASKED; time++) {
            answer(address, requested);
        }
        double wall = (System.nanoTime() - startedAt) / 1e6 / ASKED;
        double cpu = cpu(prometheus).minus(before).toNanos() / 1e6 / ASKED;
        this.paper.print(String.format(
                java.util.Locale.ROOT,
                "Prometheus: %s, min, avg and max: %.1f ms of CPU, %.1f ms until answered",
                requested.name,
                cpu,
                wall));
    }

    private static Duration cpu(Process process) {
        return process.toHandle().info().totalCpuDuration().orElse(Duration.ZERO);
    }

    private void answer(String address, Question requested) throws IOException, InterruptedException {
        for (String function : BUCKET) {
            String query = function + "_over_time(" + requested.series + "[" + requested.step + "s])";
            String path = "/api/v1/query_range?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8) + "&start="
                    + (this.now - requested.seconds) + "&end=" + this.now + "&step=" + requested.step;
            String body = get(address, path);
            if (!body.contains("\"status\":\"success\"") || !body.contains("\"gpu\":\"7\"")) {
                throw new IllegalStateException("Prometheus said " + body.substring(0, Math.min(300, body.length())));
            }
        }
    }

    private void awaitReady(String address) throws InterruptedException {
        for (int second = 0; second < READY_SECONDS; second++) {
            try {
                if (get(address, "/-/ready").contains("Ready")) {
                    return;
                }
            } catch (IOException notYet) {
                // It is starting.
            }
            Thread.sleep(1000);
        }
        throw new IllegalStateException("Prometheus did not become ready");
    }

    private String get(String address, String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create("http://" + address + path)).build();
        return this.client.send(request, BodyHandlers.ofString()).body();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void exec(Object... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Stream.of(command).map(Object::toString).toList())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException(command[0] + " failed");
        }
    }

    private static long size(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong((file) -> file.toFile().length())
                    .sum();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach((file) -> file.toFile().delete());
        }
    }
}
