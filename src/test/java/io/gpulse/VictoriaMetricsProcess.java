package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.SimulatedFleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.List;

/** A real VictoriaMetrics on a free port of this machine. */
final class VictoriaMetricsProcess extends SeriesEngine {

    private final String address;

    private VictoriaMetricsProcess(Path folder, String listens) {
        super(
                folder.resolve("victoria-metrics.log"),
                List.of(
                        "victoria-metrics",
                        "-storageDataPath=" + folder.resolve("data"),
                        "-httpListenAddr=" + listens,
                        "-memory.allowedBytes=256MiB"));
        this.address = "http://" + listens;
        awaitReady("/health");
    }

    /** Returns one that has the series of a fleet. */
    static VictoriaMetricsProcess having(SimulatedFleet fleet, Path folder) {
        try {
            Path text = folder.resolve("fleet.txt");
            fleet.writeForVictoriaMetrics(text);
            // It does not print which port it has chosen itself.
            VictoriaMetricsProcess engine = new VictoriaMetricsProcess(folder, "127.0.0.1:" + freePort());
            engine.importAll(text);
            return engine;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private void importAll(Path text) throws IOException {
        assertThat(send(to("/api/v1/import/prometheus").POST(HttpRequest.BodyPublishers.ofFile(text)))
                        .statusCode())
                .isEqualTo(HttpURLConnection.HTTP_NO_CONTENT);
        // Otherwise queries have them a few seconds later.
        assertThat(send(to("/internal/force_flush")).statusCode()).isEqualTo(HttpURLConnection.HTTP_OK);
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create(this.address + path));
    }

    private static int freePort() throws IOException {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        }
    }

    @Override
    public String address() {
        return this.address;
    }
}
