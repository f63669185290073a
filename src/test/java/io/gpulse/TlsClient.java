package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.TestServer;
import io.gpulse.testing.Wait;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** The parts of a client of TLS that Java's own client does not show. */
final class TlsClient {

    private TlsClient() {}

    static SSLSocket handshaken(Socket plain, SSLContext context, String protocol) throws IOException {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(plain, "127.0.0.1", 0, false);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {protocol});
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** Closes the socket without the end that TLS requires. */
    static void end(Socket socket, boolean resets, byte... last) throws IOException {
        socket.getOutputStream().write(last);
        socket.setSoLinger(resets, 0);
        socket.close();
    }

    /** Returns the serial number of the certificate that a new connection gets. */
    static BigInteger serialNumber(TestServer requested, Identity... trusted) throws IOException {
        SSLContext context = Identity.withoutTrustedIssuers(trusted);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", requested.port())) {
            socket.setSoTimeout(Wait.PATIENCE_MILLIS);
            socket.startHandshake();
            return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
        }
    }

    /** Returns the first message of a client that supports no newer version than this one. */
    static byte[] hello(String version) {
        String ciphers = "0008" + "c02f" + "c013" + "c014" + "002f";
        String extensions = "000a00040002" + "0017" + "000b00020100" + "000d00060004" + "0401" + "0804";
        String message = version + "00".repeat(32) + "00" + ciphers + "0100" + length(extensions, 2) + extensions;
        String handshake = "01" + length(message, 3) + message;
        return HexFormat.of().parseHex("160301" + length(handshake, 2) + handshake);
    }

    private static String length(String hex, int bytes) {
        return HexFormat.of().toHexDigits(hex.length() / 2, bytes * 2);
    }

    /** Reads bytes: a reader of characters would wait for more, since gzip always reports available bytes. */
    static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            assertThat(next).isNotNegative();
            line.write(next);
        }
        return line.toString(StandardCharsets.UTF_8);
    }
}
