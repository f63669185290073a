package io.gpulse.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The cost of a scrape of sixteen GPUs of the demo: all series, the small page and the names of dcgm-exporter. */
final class ScrapeBench {

    private static final int WARM_UP = 3000;
    private static final int SCRAPES = 1000;
    private static final int REST_MILLIS = 10_000;

    private static final List<Format> FORMATS = List.of(
            new Format("text", "text/plain;version=0.0.4"),
            new Format("OpenMetrics", "application/openmetrics-text;version=1.0.0"),
            new Format(
                    "protobuf",
                    "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited"));

    private final HttpClient client = HttpClient.newHttpClient();
    private final Setting setting;
    private final Paper paper;

    ScrapeBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    private record Format(String name, String accept) {}

    void run() throws Exception {
        ImageLaunch image = ImageLaunch.prepared(this.setting, this.paper);
        try (Gpulse gpulse = Gpulse.started(
                this.setting, image.folder(), image.command(), "--gpulse.demo.past=false", "--gpulse.demo.gpus=16")) {
            List<List<String>> rows = new ArrayList<>();
            rows.add(List.of("page of 16 GPUs", "bytes", "CPU of a scrape, ms"));
            for (Format format : FORMATS) {
                rows.add(row(gpulse, "/metrics", format));
                rows.add(row(gpulse, "/metrics?series=core", format));
            }
            rows.add(row(gpulse, "/metrics/dcgm", FORMATS.get(0)));
            this.paper.table(rows);
        }
    }

    private List<String> row(Gpulse gpulse, String path, Format format) throws IOException, InterruptedException {
        scrape(gpulse, path, format, WARM_UP);
        double rest = rest(gpulse);
        double before = gpulse.process().cpuMillis();
        long startedAt = System.nanoTime();
        long bytes = scrape(gpulse, path, format, SCRAPES);
        double elapsed = (System.nanoTime() - startedAt) / 1e6;
        double cpu = gpulse.process().cpuMillis() - before - rest * elapsed;
        return List.of(
                path + ", " + format.name, String.valueOf(bytes), String.format(Locale.ROOT, "%.2f", cpu / SCRAPES));
    }

    /** Returns the share of a core that gpulse uses without a scrape. */
    private static double rest(Gpulse gpulse) throws IOException, InterruptedException {
        double before = gpulse.process().cpuMillis();
        Thread.sleep(REST_MILLIS);
        return (gpulse.process().cpuMillis() - before) / REST_MILLIS;
    }

    /** Returns the bytes of the last page. */
    private long scrape(Gpulse gpulse, String path, Format format, int times) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gpulse.port() + path))
                .header("Accept", format.accept)
                .build();
        long bytes = 0;
        for (int time = 0; time < times; time++) {
            HttpResponse<byte[]> response = this.client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (response.statusCode() != 200) {
                throw new IOException(path + " answered " + response.statusCode());
            }
            bytes = response.body().length;
        }
        return bytes;
    }
}
