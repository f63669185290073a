package io.gpulse.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection that gives access to every byte and reads only on demand. */
public final class RawConnection implements AutoCloseable {

    private final Socket socket = new Socket();
    private final InputStream in;

    private RawConnection(TestServer server, String request, int receiveBuffer) throws IOException {
        if (receiveBuffer > 0) {
            this.socket.setReceiveBufferSize(receiveBuffer);
        }
        this.socket.setSoTimeout(Wait.PATIENCE_MILLIS);
        this.socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
        this.in = this.socket.getInputStream();
        this.socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    public static RawConnection get(TestServer server, String path, String... headers) {
        return open(server, path, 0, headers);
    }

    /** Its kernel takes next to nothing for it. */
    public static RawConnection narrow(TestServer server, String path) {
        return open(server, path, 1024);
    }

    /** Asserts that nothing was received yet. */
    public static RawConnection silent(TestServer server) {
        try {
            return new RawConnection(server, "", 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static RawConnection open(TestServer server, String path, int receiveBuffer, String... headers) {
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String header : headers) {
            request.append(header).append("\r\n");
        }
        try {
            return new RawConnection(server, request.append("\r\n").toString(), receiveBuffer);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public void send(String more) {
        try {
            this.socket.getOutputStream().write(more.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** All bytes up to and with the first that end so; fails when the connection ends before. */
    public String until(String end) {
        StringBuilder text = new StringBuilder();
        while (text.indexOf(end, Math.max(0, text.length() - end.length())) < 0) {
            int next = read();
            if (next < 0) {
                throw new AssertionError("The connection ended before '" + end + "', after: " + text);
            }
            text.append((char) next);
        }
        return text.toString();
    }

    public String headers() {
        return until("\r\n\r\n");
    }

    /** Reads one chunk of the transfer encoding, which was written and flushed at once. */
    public String chunk() {
        int length = Integer.parseInt(until("\r\n").strip(), 16);
        StringBuilder chunk = new StringBuilder();
        for (int i = 0; i < length; i++) {
            chunk.append((char) read());
        }
        until("\r\n");
        return chunk.toString();
    }

    private int read() {
        try {
            return this.in.read();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        try {
            this.socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
