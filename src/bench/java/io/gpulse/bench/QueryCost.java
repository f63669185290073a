package io.gpulse.bench;

import io.gpulse.nvml.FakeDriver;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The cost of a query for thirty properties of eight GPUs: over HTTP from gpulse, and by a pynvml script from the
 * driver. Both use the same strict driver in C.
 */
final class QueryCost {

    private static final int GPUS = 8;
    private static final int WARM_UP = 20_000;
    private static final int QUERIES = 20_000;
    private static final int RUNS = 5;
    private static final int ROUNDS = 2000;

    private static final String QUERY = "/api/v1/query?format=csv,noheader&query-gpu=timestamp,index,count,name,uuid,"
            + "pci.bus_id,driver_version,vbios_version,pstate,temperature.gpu,fan.speed,utilization.gpu,"
            + "utilization.memory,utilization.encoder,utilization.decoder,memory.total,memory.reserved,memory.used,"
            + "memory.free,power.draw,power.limit,enforced.power.limit,clocks.gr,clocks.sm,clocks.mem,clocks.max.sm,"
            + "clocks_event_reasons.active,pcie.link.gen.current,pcie.link.width.current,compute_mode";

    private final Setting setting;
    private final Paper paper;
    private final Pynvml pynvml;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    QueryCost(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
        this.pynvml = new Pynvml(setting);
    }

    void run() throws Exception {
        FakeDriver driver = FakeDriver.in(this.setting.work().resolve("parity-" + System.nanoTime()))
                .gpus(GPUS);
        List<Double> ours = ofGpulse(driver.library());
        this.paper.print(String.format(
                Locale.ROOT, "gpulse: %.4f ms of CPU a query (median of %d runs)", Sample.median(ours), RUNS));
        if (!this.pynvml.isThere()) {
            this.paper.print(this.pynvml.missing());
            return;
        }
        compare(ours, driver.library());
    }

    private void compare(List<Double> ours, Path library) throws IOException {
        List<Double> loop = new ArrayList<>();
        List<Double> script = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            loop.add(Double.parseDouble(
                    Children.linesOf(script(library, ROUNDS)).get(0).split(" ")[0]));
            script.add(Children.cpuMillisOf(script(library, 1)));
        }
        double query = Sample.median(ours);
        this.paper.print(String.format(
                Locale.ROOT,
                "pynvml: %.4f ms of CPU a round in a running process, %.1f ms to start the script and ask once",
                Sample.median(loop),
                Sample.median(script)));
        this.paper.compare("a query, in rounds of the pynvml loop", query / Sample.median(loop), 0.2);
        this.paper.compare("a query, in starts of the script", query / Sample.median(script), 0.02);
    }

    /** Returns the CPU time of queries without that of the rounds of the sampler. */
    private List<Double> ofGpulse(Path library) throws Exception {
        List<String> launch = new ArrayList<>(List.of(this.setting.tool("java")));
        launch.addAll(Image.options(this.setting));
        launch.addAll(List.of("-jar", this.setting.jar().toString()));
        try (Gpulse gpulse = Gpulse.started(
                this.setting,
                this.setting.work(),
                launch,
                "--gpulse.source=nvml",
                "--gpulse.nvml.library=" + library)) {
            query(gpulse.port(), WARM_UP);
            List<Double> runs = new ArrayList<>();
            for (int run = 0; run < RUNS; run++) {
                double rest = restingMillisPerSecond(gpulse);
                long startedAt = System.nanoTime();
                double before = gpulse.process().cpuMillis();
                query(gpulse.port(), QUERIES);
                double spent = gpulse.process().cpuMillis() - before;
                double seconds = (System.nanoTime() - startedAt) / 1e9;
                runs.add((spent - rest * seconds) / QUERIES);
            }
            return runs;
        }
    }

    private static double restingMillisPerSecond(Gpulse gpulse) throws InterruptedException {
        double before = gpulse.process().cpuMillis();
        Thread.sleep(5000);
        return (gpulse.process().cpuMillis() - before) / 5;
    }

    private void query(int port, int times) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + QUERY))
                .build();
        for (int query = 0; query < times; query++) {
            HttpResponse<String> answer = this.client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200 || answer.body().lines().count() != GPUS) {
                throw new IOException("Not the answer: " + answer.statusCode() + " " + answer.body());
            }
        }
    }

    private ProcessBuilder script(Path library, int rounds) {
        return this.pynvml.script(library.resolveSibling(""), "query.py", String.valueOf(rounds));
    }
}
