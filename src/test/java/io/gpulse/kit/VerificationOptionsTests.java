package io.gpulse.kit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerificationOptionsTests {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void withoutOptionsAFolderIsNamedByTheTimeAndAGpuMayBeLoaded() throws Exception {
        VerificationOptions options = VerificationOptions.parse(List.of());

        assertThat(options.out().getFileName().toString()).matches("gpulse-report-\\d{8}-\\d{6}");
        assertThat(options.library()).isEmpty();
        assertThat(options.load()).isTrue();
        assertThat(options.raw()).isFalse();
        assertThat(options.durations()).isEqualTo(PhaseDurations.USUAL);
    }

    @Test
    void aPathIsGivenBehindABlankOrAnEqualsSign() throws Exception {
        VerificationOptions options = VerificationOptions.parse(
                List.of("--out", "/tmp/report", "--library=/opt/libnvidia-ml.so.1", "--quick"));

        assertThat(options.out()).isEqualTo(Path.of("/tmp/report"));
        assertThat(options.library()).contains(Path.of("/opt/libnvidia-ml.so.1"));
        assertThat(options.durations()).isEqualTo(PhaseDurations.QUICK);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--outt=x | There is no option --outt=x; --help names all there are.",
                "--raw=yes | There is no option --raw=yes; --help names all there are.",
                "report | There is no option report; --help names all there are.",
                "--out | The option --out needs a path.",
                "--library= | The option --library needs a path."
            })
    void aWrongOptionIsOneSentenceAndTheCode2(String argument, String sentence) {
        int code = look(argument);

        assertThat(code).isEqualTo(2);
        assertThat(this.err.toString(UTF_8)).isEqualToIgnoringNewLines(sentence);
        assertThat(this.out.toString(UTF_8)).isEmpty();
    }

    @Test
    void helpNamesEveryOption() {
        assertThat(look("--help")).isZero();
        assertThat(this.out.toString(UTF_8)).contains("--out", "--library", "--raw", "--no-load", "--quick");
    }

    private int look(String argument) {
        return VerificationProgram.run(
                List.of(argument), new PrintStream(this.out, true, UTF_8), new PrintStream(this.err, true, UTF_8));
    }
}
