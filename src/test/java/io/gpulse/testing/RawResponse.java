package io.gpulse.testing;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;

/**
 * The response to bytes that no client library would send. Of an endless response, its head and first part.
 *
 * @param status 0 when the connection was ended without an answer, -1 when nothing came at all
 * @param headers the last of each name, in lower case
 */
public record RawResponse(int status, Map<String, String> headers, String body) {

    static final int HUNG_UP = 0;
    public static final int SILENCE = -1;

    public static RawResponse to(byte[] request, int port) {
        try (Socket socket = new Socket()) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            socket.connect(new InetSocketAddress("127.0.0.1", port));
            boolean bodiless =
                    new String(request, 0, Math.min(5, request.length), StandardCharsets.US_ASCII).startsWith("HEAD ");
            send(request, socket);
            return read(new BufferedInputStream(socket.getInputStream()), bodiless);
        } catch (SocketTimeoutException silence) {
            return new RawResponse(SILENCE, Map.of(), "");
        } catch (IOException ended) {
            return new RawResponse(HUNG_UP, Map.of(), "");
        }
    }

    // The server may answer and close before all is sent; the response is complete nevertheless.
    private static void send(byte[] request, Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(request);
        } catch (SocketException hungUp) {
            socket.shutdownOutput();
        }
    }

    static RawResponse read(InputStream in, boolean bodiless) throws IOException {
        String[] status = line(in).split(" ", 3);
        if (status.length < 2 || !status[0].startsWith("HTTP/")) {
            return new RawResponse(HUNG_UP, Map.of(), String.join(" ", status));
        }
        Map<String, String> headers = new TreeMap<>();
        for (String header = line(in); !header.isEmpty(); header = line(in)) {
            int colon = header.indexOf(':');
            headers.put(
                    header.substring(0, colon).toLowerCase(Locale.ROOT),
                    header.substring(colon + 1).strip());
        }
        int code = Integer.parseInt(status[1]);
        if (code == 100) {
            return read(in, bodiless);
        }
        boolean none = bodiless || code == 204 || code == 304;
        byte[] body = none ? new byte[0] : body(in, headers);
        return new RawResponse(code, headers, new String(plain(body, headers), StandardCharsets.UTF_8));
    }

    private static byte[] body(InputStream in, Map<String, String> headers) throws IOException {
        if (headers.containsKey("content-length")) {
            return exactly(in, Integer.parseInt(headers.get("content-length")));
        }
        if (!"chunked".equals(headers.get("transfer-encoding"))) {
            return endless(headers) ? exactly(in, 1) : in.readAllBytes();
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = chunkSize(in); size > 0; size = chunkSize(in)) {
            body.writeBytes(exactly(in, size));
            line(in);
            if (endless(headers)) {
                return body.toByteArray();
            }
        }
        return body.toByteArray();
    }

    /** Returns whether the response forbids buffering, as gpulse's streams do. */
    private static boolean endless(Map<String, String> headers) {
        return headers.containsKey("x-accel-buffering");
    }

    private static int chunkSize(InputStream in) throws IOException {
        return Integer.parseInt(line(in), 16);
    }

    private static byte[] exactly(InputStream in, int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new EOFException("The answer ended early");
        }
        return bytes;
    }

    private static byte[] plain(byte[] body, Map<String, String> headers) throws IOException {
        InputStream packed = new ByteArrayInputStream(body);
        return switch (body.length == 0 ? "" : headers.getOrDefault("content-encoding", "")) {
            case "gzip" ->
                endless(headers) ? soFar(new GZIPInputStream(packed)) : new GZIPInputStream(packed).readAllBytes();
            case "deflate" -> new InflaterInputStream(packed).readAllBytes();
            default -> body;
        };
    }

    /** Reads the available part of an endless response. */
    private static byte[] soFar(InputStream unpacked) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try {
            for (int next = unpacked.read(); next >= 0; next = unpacked.read()) {
                read.write(next);
            }
        } catch (EOFException thereIsMoreToCome) {
            return read.toByteArray();
        }
        throw new IOException("The stream has ended");
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("The connection ended after " + line.toString(StandardCharsets.ISO_8859_1));
            }
            line.write(next);
        }
        return line.toString(StandardCharsets.ISO_8859_1).strip();
    }

    /** Returns the media type with its parameters; empty without a header. */
    public String contentType() {
        return this.headers.getOrDefault("content-type", "").replace(" ", "");
    }

    /** Returns the media type without parameters; empty without a header. */
    public String mediaType() {
        return List.of(contentType().split(";")).get(0);
    }

    /** Whether its body is as it was sent for; Java does not know snappy, which Netty takes for {@code *}. */
    public boolean isReadable() {
        return !"snappy".equals(this.headers.get("content-encoding"));
    }

    /** Returns whether gpulse answered: Netty's own early responses lack this header. */
    public boolean isOfGpulse() {
        return this.headers.containsKey("x-content-type-options");
    }
}
