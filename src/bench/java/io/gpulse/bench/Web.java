package io.gpulse.bench;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.Optional;

/** Single requests to this machine. */
final class Web {

    private static final int MILLIS = 5000;

    private Web() {}

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Returns when a server listens on the port. */
    static void await(int port) throws Exception {
        for (int attempt = 0; attempt < MILLIS / 10; attempt++) {
            try {
                new Socket(InetAddress.getLoopbackAddress(), port).close();
                return;
            } catch (IOException notYet) {
                Thread.sleep(10);
            }
        }
        throw new IOException("Nobody listens at port " + port);
    }

    /** Returns the body; empty unless the status is 200. */
    static Optional<byte[]> get(int port, String path) {
        HttpURLConnection connection = null;
        try {
            connection = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
            connection.setConnectTimeout(MILLIS);
            connection.setReadTimeout(MILLIS);
            if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                return Optional.empty();
            }
            return Optional.of(connection.getInputStream().readAllBytes());
        } catch (IOException notYet) {
            return Optional.empty();
        } finally {
            if (connection != null) {
                connection.disconnect();
            }
        }
    }
}
