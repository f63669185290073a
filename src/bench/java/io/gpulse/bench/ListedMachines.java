package io.gpulse.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Machines for a list: one server that answers with a recorded report, each time with other values. */
final class ListedMachines implements AutoCloseable {

    private static final Pattern NAMES = Pattern.compile("\"(instance|name)\":\"(?!NVIDIA)[^\"]*\"");
    private static final Pattern VALUES = Pattern.compile("\"(utilization|power|temperature)\":[\\d.]+");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final AtomicInteger requests = new AtomicInteger();
    private final String report;

    /** @param report of a machine with simulated GPUs */
    ListedMachines(String report) throws IOException {
        this.report = report.replace("\"simulated\":true", "\"simulated\":false");
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        this.server.setExecutor(this.threads);
        this.server.createContext("/", this::answer);
        this.server.start();
    }

    /** Returns a value of {@code gpulse.machines}. */
    String list(int machines) {
        return IntStream.range(0, machines)
                .mapToObj((number) ->
                        "http://127.0.0.1:" + this.server.getAddress().getPort() + "/m" + (10 + number))
                .collect(Collectors.joining(","));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String machine = exchange.getRequestURI().getPath().split("/")[1];
        int request = this.requests.incrementAndGet();
        String named = NAMES.matcher(this.report).replaceAll("\"$1\":\"" + machine + '"');
        byte[] body = VALUES.matcher(named.replace("GPU-de300000", "GPU-de3000" + machine.substring(1)))
                .replaceAll("\"$1\":" + request % 100)
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        this.server.stop(0);
        this.threads.shutdownNow();
    }
}
