package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import org.hibernate.validator.constraints.time.DurationMin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.reactor.netty.NettyReactiveWebServerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

@ExtendWith(OutputCaptureExtension.class)
class StartFailuresTests {

    private final Starting gpulse = Starting.without(Part.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "part.sort=b_w          | one of black-white, colour",
                "part.every=soon        | a duration such as 500ms, 1s or 5m",
                "part.most=much         | a size such as 32MB or 1GB",
                "part.enabled=perhaps   | true or false",
                "part.how-many=few      | a whole number",
                "part.names[1]=second   | a list whose entries are numbered from 0 without a gap",
                "part.where=nowhere.invalid | an address of this machine such as 127.0.0.1",
                "part.every=10ms        | a duration from 100ms",
                "part.every=-2s         | a duration from 100ms",
                "part.patience=1s       | longer than or equal to 5 seconds"
            })
    void anInvalidValueIsReportedWithTheAllowedValues(String property, String allowed) {
        String sentence = this.gpulse.resultOf(property);

        assertThat(sentence).isEqualTo("Invalid " + property + ": must be " + allowed + ".");
    }

    @Test
    void aPropertyIsNamedAsItIsDocumentedHoweverItWasSpelt() {
        assertThat(this.gpulse.resultOf("part.howMany=few")).startsWith("Invalid part.how-many=few: ");
    }

    @Test
    void eachOfTwoImpossibleValuesIsNamed() {
        assertThat(this.gpulse.resultOf("part.every=1ms", "part.patience=1s"))
                .contains("Invalid part.every=1ms: ")
                .contains("Invalid part.patience=1s: ");
    }

    @Test
    void propertiesThatRefuseTheirValuesByThemselvesAreQuoted() {
        assertThat(this.gpulse.resultOf("part.most=1KB")).isEqualTo("part.most is at least 1MB, not 1024B.");
    }

    @Test
    void aTakenPortIsOneSentenceWithAWayOut() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = other.getLocalPort();

            assertThat(Starting.serving(Server.class).resultOf("server.port=" + port))
                    .isEqualTo("Port " + port + " is taken by another program; end it, or choose another port with"
                            + " --server.port=" + (port + 1) + ".");
        }
    }

    @Test
    void anAddressOfAnotherMachineIsNotReportedAsATakenPort() {
        // 192.0.2.0/24 is kept for documentation: no machine has it.
        assertThat(Starting.serving(Server.class).resultOf("server.address=192.0.2.1", "server.port=8080"))
                .startsWith("gpulse cannot listen on 192.0.2.1:8080 (")
                .contains("--server.address");
    }

    @Test
    void anInvalidPortIsReportedWithTheAllowedRange() {
        assertThat(Starting.serving(Server.class).resultOf("server.port=70000"))
                .isEqualTo("Invalid server.port=70000: must be 0 to 65535.");
    }

    @Test
    void aPortThatIsNoNumberIsOneSentence() {
        assertThat(Starting.serving(Server.class).resultOf("server.port=tea"))
                .isEqualTo("Invalid server.port=tea: must be a whole number.");
    }

    @Test
    void otherFailuresAreLeftToOthers() {
        assertThat(new StartFailures().analyze(new IllegalStateException("unheard of")))
                .isNull();
    }

    @Test
    void aReportIsOneLine(CapturedOutput output) {
        new SingleLineFailureReporter().report(new FailureAnalysis("The file\n  is missing.", "Make one.", null));

        assertThat(output.getAll().lines().filter((line) -> line.contains("gpulse does not start:")))
                .singleElement()
                .asString()
                .endsWith("gpulse does not start: The file is missing. Make one.");
    }

    enum Sort {
        BLACK_WHITE,
        COLOUR
    }

    @Validated
    @ConfigurationProperties("part")
    record PartProperties(
            @DefaultValue("colour") Sort sort,
            @DefaultValue("true") boolean enabled,
            @DefaultValue("1") int howMany,

            @DefaultValue("1s") @DurationMin(millis = 100, message = "a duration from 100ms")
            Duration every,

            @DefaultValue("1m") @DurationMin(seconds = 5, message = "must be longer than or equal to 5 seconds")
            Duration patience,

            @DefaultValue("127.0.0.1") InetAddress where,
            @DefaultValue List<String> names,
            @DefaultValue("1MB") DataSize most) {

        PartProperties {
            if (most.toMegabytes() < 1) {
                throw new IllegalArgumentException("part.most is at least 1MB, not " + most);
            }
        }
    }

    /** Not a {@code @Configuration}: the scan of gpulse would find it. */
    @EnableConfigurationProperties(PartProperties.class)
    static class Part {}

    /** Netty on the address and port that are configured, with nothing behind it. */
    static class Server {

        @Bean
        NettyReactiveWebServerFactory netty(Environment environment) throws IOException {
            NettyReactiveWebServerFactory netty =
                    new NettyReactiveWebServerFactory(environment.getRequiredProperty("server.port", Integer.class));
            netty.setAddress(InetAddress.getByName(environment.getRequiredProperty("server.address")));
            return netty;
        }

        @Bean
        HttpHandler nothing() {
            return (request, response) -> response.setComplete();
        }
    }
}
