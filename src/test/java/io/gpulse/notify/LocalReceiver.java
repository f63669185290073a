package io.gpulse.notify;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ServerSocketFactory;

/** A receiver on this machine, which treats each request in one way. */
final class LocalReceiver implements AutoCloseable {

    static final String SECRET = "s3cr3t-of-the-receiver";

    private final ServerSocket server;
    private final List<Socket> connections = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger served = new AtomicInteger();
    private volatile Answer answer;

    /** A response, after which the connection ends. */
    @FunctionalInterface
    interface Answer {

        void write(OutputStream response) throws IOException;

        static Answer of(String status, String... headers) {
            return (response) -> response.write(("HTTP/1.1 " + status + "\r\n"
                            + String.join(
                                    "",
                                    List.of(headers).stream()
                                            .map((one) -> one + "\r\n")
                                            .toList())
                            + "Content-Length: 0\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Never responds, until the receiver is closed. */
    static final Answer HANGS = (response) -> {
        try {
            Thread.currentThread().join();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    };

    private LocalReceiver(ServerSocketFactory sockets, Answer answer) throws IOException {
        this.answer = answer;
        this.server = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    static LocalReceiver started(Answer answer) {
        return started(ServerSocketFactory.getDefault(), answer);
    }

    static LocalReceiver started(ServerSocketFactory sockets, Answer answer) {
        try {
            return new LocalReceiver(sockets, answer);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "receiver of a test");
        thread.setDaemon(true);
        thread.start();
    }

    void answers(Answer next) {
        this.answer = next;
    }

    String url() {
        return url("http");
    }

    String url(String scheme) {
        return scheme + "://127.0.0.1:" + this.server.getLocalPort() + "/" + SECRET + "?token=" + SECRET;
    }

    /** Returns the requests, each with its head and its body. */
    List<String> requests() {
        return this.requests;
    }

    /** Returns the number of connections that have ended. */
    int served() {
        return this.served.get();
    }

    private void accept() {
        try {
            while (true) {
                Socket connection = this.server.accept();
                this.connections.add(connection);
                daemon(() -> serve(connection));
            }
        } catch (SocketException closed) {
            // The receiver was closed.
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private void serve(Socket connection) {
        try (connection) {
            this.requests.add(read(connection.getInputStream()));
            this.answer.write(connection.getOutputStream());
        } catch (IOException ended) {
            // The client, or the test, has ended the connection.
        } finally {
            this.served.incrementAndGet();
        }
    }

    private static String read(InputStream request) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = request.read();
            if (next < 0) {
                throw new IOException("The request ended early");
            }
            head.append((char) next);
        }
        int length = head.toString()
                .lines()
                .filter((line) -> line.toLowerCase(Locale.ROOT).startsWith("content-length:"))
                .mapToInt((line) -> Integer.parseInt(line.substring(15).strip()))
                .findFirst()
                .orElse(0);
        return head + new String(request.readNBytes(length), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        try {
            this.server.close();
            for (Socket connection : this.connections) {
                connection.close();
            }
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
