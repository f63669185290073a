package io.gpulse.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.startup.Starting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;

/** The configuration of receivers, whose addresses are in no error. */
class NotifyPropertiesTests {

    private static final String SECRET = LocalReceiver.SECRET;
    private static final String URL = "gpulse.notify.ops.url=https://hooks.example/" + SECRET;

    private final Starting part = Starting.without(Part.class);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gpulse.notify.ops.when=alert | gpulse.notify.ops needs one of url and url-file.",
                "gpulse.notify.ops.url=hooks.example/" + SECRET
                        + " | gpulse.notify.ops.url has no http or https address.",
                "gpulse.notify.ops.url=https://h/ " + SECRET + " | gpulse.notify.ops.url has no http or https address.",
                "gpulse.notify.ops.url=file:///" + SECRET + " | gpulse.notify.ops.url has no http or https address.",
                "gpulse.notify.ops.url-file=" + SECRET
                        + " | gpulse.notify.ops.url-file names a file that cannot be read (NoSuchFileException).",
                "gpulse.notify.[https://" + SECRET + "].url=https://h"
                        + " | gpulse.notify.NAME has up to 40 of A-Z, a-z, 0-9, _ and -.",
                "gpulse.public-url=gpu7 | gpulse.public-url is not an http or https address.",
                "gpulse.notify.ops.when=https://h/" + SECRET
                        + " | Invalid gpulse.notify.ops.when: must be one of alert, resolved, free, ended."
            })
    void anInvalidReceiverIsReportedWithoutItsAddress(String property, String sentence) {
        assertThat(this.part.resultOf(property)).isEqualTo(sentence).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "when=alrt | Invalid gpulse.notify.ops.when=alrt: must be one of alert, resolved, free, ended.",
                "when=test | Invalid gpulse.notify.ops.when=test: must be one of alert, resolved, free, ended.",
                "format=xml | Invalid gpulse.notify.ops.format=xml: must be one of json, slack, ntfy",
                "rules=gpu-lots | gpulse.notify.ops.rules has the unknown rule gpu-lots; the nearest is gpu-lost.",
                "free-gpus=0 | gpulse.notify.ops.free-gpus must be at least 1.",
                "free-for=1h | gpulse.notify.ops.free-for must be 1s to 10m.",
                "template={nmae} | gpulse.notify.ops.template has the unknown placeholder {nmae}"
            })
    void anInvalidSettingIsReportedWithTheAllowedOnes(String setting, String sentence) {
        assertThat(this.part.resultOf(URL, "gpulse.notify.ops." + setting))
                .startsWith(sentence)
                .doesNotContain(SECRET);
    }

    @Test
    void anAddressInPlaceOfItsFileIsNotRepeated() {
        assertThat(this.part.resultOf("gpulse.notify.ops.url-file=https://h/" + SECRET))
                .contains("gpulse.notify.ops.url-file")
                .doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GPULSE_NOTIFY_OPS", "GPULSE_SECURITY_TOKENS_OPS"})
    void anAddressInTheWrongVariableIsNotRepeated(String variable) {
        Starting started = Starting.without(Part.class).inEnvironment(variable, "https://hooks.example/" + SECRET);

        assertThat(started.resultOf()).doesNotContain(SECRET);
    }

    @Test
    void theAddressCanBeInAFileAndIsInNoText(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("url"), "https://hooks.example/" + SECRET + "\n");
        try (ConfigurableApplicationContext context = this.part.with("gpulse.notify.ops.url-file=" + file)) {
            NotifyProperties properties = context.getBean(NotifyProperties.class);

            assertThat(properties.receivers().get("ops").address()).hasToString("https://hooks.example/" + SECRET);
        }
        try (ConfigurableApplicationContext context =
                this.part.with(URL, "gpulse.public-url=https://gpus.example/g/")) {
            NotifyProperties properties = context.getBean(NotifyProperties.class);

            assertThat(properties.toString()).doesNotContain(SECRET);
            assertThat(properties.publicUrl()).isEqualTo("https://gpus.example/g");
        }
    }

    /** The part that reads the configuration. */
    @EnableConfigurationProperties(NotifyProperties.class)
    static class Part {}
}
