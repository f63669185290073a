package io.gpulse;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server whose answer a test changes. */
final class ScriptedServer implements AutoCloseable {

    private final CountDownLatch end = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool((work) -> {
        Thread thread = new Thread(work, "scripted-server");
        thread.setDaemon(true);
        return thread;
    });
    private final HttpServer server;
    private volatile Answer answer;

    /** Answers one request. */
    @FunctionalInterface
    interface Answer {

        void send(HttpExchange exchange) throws IOException;

        static Answer of(int status, String type, String body) {
            return (exchange) -> {
                byte[] bytes = body.getBytes(UTF_8);
                exchange.getResponseHeaders().add("Content-Type", type);
                exchange.sendResponseHeaders(status, bytes.length);
                exchange.getResponseBody().write(bytes);
            };
        }

        static Answer json(int status, String body) {
            return of(status, "application/json", body);
        }

        static Answer redirect(String place) {
            return (exchange) -> {
                exchange.getResponseHeaders().add("Location", place);
                exchange.sendResponseHeaders(302, -1);
            };
        }

        /** Sends a part again and again, until the client ends the connection. */
        static Answer endless(String beginning, String part) {
            return (exchange) -> {
                exchange.getResponseHeaders().add("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, 0);
                OutputStream out = exchange.getResponseBody();
                out.write(beginning.getBytes(UTF_8));
                byte[] next = part.repeat(100).getBytes(UTF_8);
                while (!Thread.currentThread().isInterrupted()) {
                    out.write(next);
                }
            };
        }
    }

    /** @param port 0 for a free one */
    ScriptedServer(int port, Answer answer) {
        this.answer = answer;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        this.server.setExecutor(this.threads);
        this.server.createContext("/", this::handle);
        this.server.start();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            this.answer.send(exchange);
        } catch (IOException ended) {
            // The client has ended the connection.
        }
    }

    /** Changes the answer to the next requests. */
    void setAnswer(Answer next) {
        this.answer = next;
    }

    /** Never answers, until this server ends. */
    Answer hanging() {
        return (exchange) -> {
            try {
                this.end.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        };
    }

    int port() {
        return this.server.getAddress().getPort();
    }

    String address() {
        return "http://127.0.0.1:" + port();
    }

    @Override
    public void close() {
        this.end.countDown();
        this.server.stop(0);
        this.threads.shutdownNow();
    }
}
