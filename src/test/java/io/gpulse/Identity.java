package io.gpulse;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and its certificate of 127.0.0.1 and localhost, signed by itself: made by the JDK's own tool. */
public final class Identity {

    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final String ALIAS = "it";

    private final KeyStore store;

    private Identity(KeyStore store) {
        this.store = store;
    }

    public static Identity made(Path directory, String name) {
        Path file = directory.resolve(name + ".p12");
        try {
            Process keytool = new ProcessBuilder(Stream.of(
                                    List.of(Path.of(System.getProperty("java.home"), "bin", "keytool")
                                            .toString()),
                                    JavaProcess.SHORT_RUN.stream()
                                            .map("-J"::concat)
                                            .toList(),
                                    List.of("-genkeypair", "-alias", ALIAS, "-keyalg", "RSA", "-keysize", "2048"),
                                    List.of("-dname", "CN=" + name, "-ext", "san=ip:127.0.0.1,dns:localhost"),
                                    List.of("-storetype", "PKCS12", "-storepass", new String(PASSWORD)),
                                    List.of("-keystore", file.toString()))
                            .flatMap(List::stream)
                            .toList())
                    .redirectErrorStream(true)
                    .start();
            String output = new String(keytool.getInputStream().readAllBytes());
            if (keytool.waitFor() != 0) {
                throw new IllegalStateException(output);
            }
            return new Identity(KeyStore.getInstance(file.toFile(), PASSWORD));
        } catch (IOException | GeneralSecurityException failure) {
            throw new IllegalStateException(failure);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    BigInteger serialNumber() {
        return certificate().getSerialNumber();
    }

    void writeCertificate(Path file) {
        try {
            write("CERTIFICATE", certificate().getEncoded(), file);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    void writeKey(Path file) {
        try {
            write("PRIVATE KEY", this.store.getKey(ALIAS, PASSWORD).getEncoded(), file);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** A client that shows who it is and trusts these servers only. */
    public SSLContext trusting(Identity... servers) {
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(this.store, PASSWORD);
            return context(keys.getKeyManagers(), servers);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    /** Returns a client without a certificate, which trusts only these servers. */
    static SSLContext withoutTrustedIssuers(Identity... servers) {
        return context(new KeyManager[0], servers);
    }

    private static SSLContext context(KeyManager[] keys, Identity... servers) {
        try {
            KeyStore trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            for (int i = 0; i < servers.length; i++) {
                trusted.setCertificateEntry("server" + i, servers[i].certificate());
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    private X509Certificate certificate() {
        try {
            return (X509Certificate) this.store.getCertificate(ALIAS);
        } catch (GeneralSecurityException broken) {
            throw new IllegalStateException(broken);
        }
    }

    // As tools that renew certificates do: the file is either the old one or the new one.
    private static void write(String what, byte[] bytes, Path file) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        try {
            Path fresh = Files.writeString(
                    file.resolveSibling(file.getFileName() + ".new"),
                    "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n");
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
