package io.gpulse.kit;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A gpulse process started by the kit on a free port of this machine, queried over HTTP. */
final class GpulseChild implements AutoCloseable {

    private static final Duration ANSWER = Duration.ofSeconds(20);
    private static final int POLL_MILLIS = 20;

    /** The options of the image. */
    static final List<String> MEMORY = List.of("-Xss512k", "-Xms32m", "-Xmx128m");

    private final ProgramRunner runner;
    private final Process process;
    private final String address;
    private final long startedNanos = System.nanoTime();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private GpulseChild(ProgramRunner runner, Process process, int port) {
        this.runner = runner;
        this.process = process;
        this.address = "http://127.0.0.1:" + port;
    }

    static GpulseChild start(ProgramRunner runner, Kit kit, Optional<Path> library, Path log) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(kit.javaCommand());
        command.addAll(MEMORY);
        command.addAll(List.of(
                "-jar",
                kit.gpulse().toString(),
                "--server.address=127.0.0.1",
                "--server.port=" + port,
                "--gpulse.source=nvml",
                "--gpulse.history.dir=" + kit.temporary().resolve("history")));
        library.ifPresent((path) -> command.add("--gpulse.nvml.library=" + path));
        return new GpulseChild(runner, runner.start(command, log), port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    long pid() {
        return this.process.pid();
    }

    boolean isAlive() {
        return this.process.isAlive();
    }

    /** Seconds from its start to the first 200 of a path; empty when it ends, or takes too long. */
    Optional<Double> secondsUntil200(String path, Duration atMost) {
        while (this.process.isAlive() && seconds() < atMost.toSeconds()) {
            if (get(path, "*/*").ok()) {
                return Optional.of(seconds());
            }
            pause(POLL_MILLIS);
        }
        return Optional.empty();
    }

    private double seconds() {
        return (System.nanoTime() - this.startedNanos) / 1e9;
    }

    HttpText get(String path) {
        return get(path, "*/*");
    }

    HttpText get(String path, String accept) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(this.address + path))
                .header("Accept", accept)
                .header("User-Agent", "curl/8 (gpulse kit)")
                .timeout(ANSWER)
                .build();
        try {
            var response = this.client.send(request, BodyHandlers.ofString(UTF_8));
            return new HttpText(response.statusCode(), response.body());
        } catch (IOException ex) {
            return new HttpText(0, "No answer: " + ex + ".");
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return new HttpText(0, "Interrupted.");
        }
    }

    /** Returns what an endless stream sends within a time. */
    HttpText listen(String path, Duration span) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(this.address + path))
                .timeout(ANSWER)
                .build();
        try {
            var response = this.client.send(request, BodyHandlers.ofInputStream());
            Thread closing = new Thread(() -> closeAfter(response.body(), span), "stream-end");
            closing.setDaemon(true);
            closing.start();
            return new HttpText(response.statusCode(), readUntilClosed(response.body()));
        } catch (IOException ex) {
            return new HttpText(0, "No answer: " + ex + ".");
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return new HttpText(0, "Interrupted.");
        }
    }

    private static void closeAfter(InputStream body, Duration span) {
        pause(span.toMillis());
        try {
            body.close();
        } catch (IOException alreadyClosed) {
            return;
        }
    }

    private static String readUntilClosed(InputStream body) {
        StringBuilder text = new StringBuilder();
        byte[] buffer = new byte[1 << 16];
        try {
            for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
                text.append(new String(buffer, 0, count, UTF_8));
            }
        } catch (IOException closed) {
            return text.toString();
        }
        return text.toString();
    }

    static String encoded(String value) {
        return URLEncoder.encode(value, UTF_8);
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        this.runner.end(this.process);
    }
}
