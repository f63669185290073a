package io.gpulse.security;

import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A client that sends raw bytes, also malformed requests. */
final class Caller {

    private final TestServer server;
    private final List<String> headers;

    private Caller(TestServer server, String... headers) {
        this.server = server;
        this.headers = List.of(headers);
    }

    static Caller of(TestServer server, String... headers) {
        return new Caller(server, headers);
    }

    static Caller withToken(TestServer server, String token) {
        return of(server, "Authorization: Bearer " + token);
    }

    /** The response up to the end of the connection. */
    record Answer(int status, List<String> headers, String body) {

        Optional<String> header(String name) {
            String start = name.toLowerCase(Locale.ROOT) + ":";
            return this.headers.stream()
                    .filter((line) -> line.toLowerCase(Locale.ROOT).startsWith(start))
                    .map((line) -> line.substring(start.length()).strip())
                    .findFirst();
        }

        /** The cookie that it sets, as it would be sent back. */
        String cookie() {
            return "Cookie: " + header("Set-Cookie").orElseThrow().split(";", 2)[0];
        }
    }

    Answer get(String path) {
        return send("GET", path, "");
    }

    Answer post(String path, String form) {
        return send("POST", path, form);
    }

    Answer send(String method, String path, String form) {
        StringBuilder request = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
        boolean named = this.headers.stream().anyMatch((line) -> line.startsWith("Host:"));
        request.append(named ? "" : "Host: localhost\r\n").append("Connection: close\r\n");
        this.headers.forEach((line) -> request.append(line).append("\r\n"));
        if (!form.isEmpty()) {
            request.append("Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ")
                    .append(form.length())
                    .append("\r\n");
        }
        return send(request.append("\r\n").append(form).toString());
    }

    private Answer send(String request) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress("127.0.0.1", this.server.port()));
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            String[] halves = all.split("\r\n\r\n", 2);
            List<String> lines = Arrays.asList(halves[0].split("\r\n"));
            int status = Integer.parseInt(lines.get(0).split(" ")[1]);
            return new Answer(status, lines, halves.length > 1 ? halves[1] : "");
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
