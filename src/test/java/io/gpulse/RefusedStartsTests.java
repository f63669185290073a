package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.startup.Starting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;

/** All of gpulse with a configuration that it refuses: the log has one sentence, and the start fails. */
@ExtendWith(OutputCaptureExtension.class)
class RefusedStartsTests {

    private static final String REFUSED = "gpulse does not start: ";

    @Test
    void aTakenPortIsReportedInOneSentence(CapturedOutput output) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();

            assertRefused("server.port=" + port, "gpulse.source=demo");

            assertThat(sentences(output))
                    .singleElement()
                    .asString()
                    .contains(REFUSED + "Port " + port + " is taken by another program;");
            assertThat(output.getAll()).doesNotContain("Exception", "\tat ");
            assertThat(output.getErr()).doesNotContain(REFUSED);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpulse.source=tea | Invalid gpulse.source=tea:"
                        + " must be one of auto, nvml, nvidia-smi, demo, recording, none.",
                "gpulse.source=nvidia | Invalid gpulse.source=nvidia:"
                        + " must be one of auto, nvml, nvidia-smi, demo, recording, none.",
                "gpulse.sampling.every=1ms | Invalid gpulse.sampling.every=1ms:"
                        + " must be a duration from 100ms to 60s.",
                "gpulse.stream.replay-max-bytes=1KB | gpulse.stream.replay-max-bytes is from 1MB to 4GB, not 1024B.",
                "server.port=tea | Invalid server.port=tea: must be a whole number."
            })
    void anImpossibleValueIsReportedInOneSentence(String property, String sentence) {
        assertThat(Starting.without(AllProperties.class).resultOf(property)).isEqualTo(sentence);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spring.application.json={\"gpulse.sourse\":\"demo\"}"
                        + " | There is no property gpulse.sourse; the nearest is gpulse.source.",
                "server.address=0.0.0.0 | gpulse would listen on 0.0.0.0, where others could read it. Give it a token"
                        + " (gpulse.security.tokens.NAME.file), or a user (gpulse.security.users.NAME.password),"
                        + " or permit everyone to read (gpulse.security.anonymous=read).",
                "server.ssl.bundle=nonsense"
                        + " | Invalid server.ssl.bundle=nonsense: must be the name of a bundle,"
                        + " such as web where spring.ssl.bundle.pem.web is configured."
            })
    void allOfGpulseChecksItsConfiguration(String property, String sentence, CapturedOutput output) {
        assertRefused(property, "gpulse.source=none", "server.port=0");

        assertThat(sentences(output)).singleElement().asString().endsWith(REFUSED + sentence);
        assertThat(output.getAll()).doesNotContain("Exception", "\tat ");
        assertThat(output.getErr()).doesNotContain(REFUSED);
    }

    /** An exception that leaves {@code main} ends the JVM with exit code 1. */
    private static void assertRefused(String... properties) {
        assertThatThrownBy(() -> Starting.serving(GpulseApplication.class)
                        .with(properties)
                        .close())
                .isInstanceOf(RuntimeException.class);
    }

    /** The output without lines of other tests, whose servers may still run. */
    private static List<String> sentences(CapturedOutput output) {
        return output.getAll().lines().filter((line) -> line.contains(REFUSED)).toList();
    }

    /** The properties of all parts, without the parts. */
    @ConfigurationPropertiesScan("io.gpulse")
    @EnableConfigurationProperties(ServerProperties.class)
    static class AllProperties {}
}
