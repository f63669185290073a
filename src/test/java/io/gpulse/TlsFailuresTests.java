package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.startup.Starting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.reactor.netty.autoconfigure.NettyReactiveWebServerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.server.reactive.HttpHandler;

/** A wrong configuration of TLS, with a server of which nothing else is started. */
class TlsFailuresTests {

    private static final String BUNDLE = "server.ssl.bundle=web";
    private static final String STORE = "spring.ssl.bundle.pem.web.keystore.";

    @TempDir
    private Path directory;

    private final Starting gpulse = Starting.serving(Server.class);

    @Test
    void aBundleThatDoesNotExistIsNamedByItsProperty() {
        assertThat(resultOf("server.ssl.bundle=nonsense"))
                .startsWith("Invalid server.ssl.bundle=nonsense: must be the name of a bundle");
    }

    @Test
    void aCertificateThatIsMissingIsNamedWithItsProperty() {
        Path missing = this.directory.resolve("missing.crt");

        assertThat(resultOf(BUNDLE, STORE + "certificate=" + missing, STORE + "private-key=" + missing))
                .startsWith("The certificate and key of server.ssl (spring.ssl.bundle.pem.NAME.keystore of its bundle)")
                .endsWith("cannot be used: Error reading certificate or key from file '" + missing + "'.");
        assertThat(resultOf(BUNDLE, "spring.ssl.bundle.pem.web.truststore.certificate=" + missing))
                .startsWith("The certificates that server.ssl trusts (spring.ssl.bundle.pem.NAME.truststore")
                .endsWith("'" + missing + "'.");
    }

    @Test
    void aMissingFileThatWouldBeWatchedIsNamedWithItsBundle() {
        Path missing = this.directory.resolve("missing.pem");

        assertThat(resultOf(
                        BUNDLE,
                        STORE + "certificate=" + missing,
                        STORE + "private-key=" + missing,
                        "spring.ssl.bundle.pem.web.reload-on-update=true"))
                .isEqualTo("spring.ssl.bundle.pem.web cannot be used: '" + missing
                        + "' is neither a file nor a directory.");
    }

    @Test
    void aFileThatIsNotPemIsReported() throws IOException {
        Path letter = Files.writeString(this.directory.resolve("letter.txt"), "Dear all");

        assertThat(resultOf(BUNDLE, STORE + "certificate=" + letter, STORE + "private-key=" + letter))
                .endsWith("cannot be used: Missing certificates or unrecognized format.");
    }

    private String resultOf(String first, String... more) {
        String[] properties = new String[more.length + 2];
        properties[0] = "server.port=0";
        properties[1] = first;
        System.arraycopy(more, 0, properties, 2, more.length);
        return this.gpulse.resultOf(properties);
    }

    /** Netty as Spring configures it, with nothing behind it. */
    @ImportAutoConfiguration({SslAutoConfiguration.class, NettyReactiveWebServerAutoConfiguration.class})
    static class Server {

        @Bean
        HttpHandler nothing() {
            return (request, response) -> response.setComplete();
        }
    }
}
