package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.DoctorRun;
import io.gpulse.startup.CommandLine.Reply;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTests {

    private static final KnownProperties KNOWN = KnownProperties.ofClassPath();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--server.port=9000",
                "--server.maxHttpRequestHeaderSize=8KB",
                "--server.max_http_request_header_size=8KB",
                "--SERVER.PORT=9000",
                "--gpulse.demoWhenNoGpu",
                "--gpulse.security.tokens.mine.file=/etc/gpulse/token",
                "--gpulse.security.hosts[0]=gpu7.example.org",
                "--logging.level.io.gpulse=debug",
                "--logging.level[io.gpulse]=debug",
                "--logging.file.name=gpulse.log",
                "--spring.profiles.active=test",
                "--spring.config.location=file:./",
                "--spring.config.import=optional:file:gpulse.yaml",
                "--spring.application.json={}",
                "--spring.ssl.bundle.pem.web.keystore.certificate=/cert.pem",
                "--server.ssl.client-auth=need",
                "--management.server.port=9090",
                "--springdoc.swagger-ui.enabled=false",
                "--info.app.place=rack 7",
                "--debug",
                "--trace"
            })
    void aKnownOptionStartsGpulse(String option) {
        assertThat(new CommandLine(List.of("--gpulse.source=demo", option), () -> KNOWN).reply())
                .isEmpty();
    }

    @Test
    void theHelpNamesEverySource() {
        assertThat(CommandLineHelp.text()).contains("auto, nvml, nvidia-smi, demo, recording, none");
    }

    @Test
    void withoutArgumentsNoMetadataIsRead() {
        CommandLine none = new CommandLine(List.of(), () -> {
            throw new AssertionError("The list was read");
        });

        assertThat(none.reply()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "--server.adress=0.0.0.0, --server.adress, --server.address",
        "--server.adress=127.0.0.1, --server.adress, --server.address",
        "--port=9000, --port, --server.port",
        "--port=0, --port, --server.port",
        "--adress=::, --adress, --server.address",
        "--every=2s, --every, --gpulse.sampling.every",
        "--SERVER_PORT=9000, --SERVER_PORT, --server.port",
        "--gpulse.sourse=demo, --gpulse.sourse, --gpulse.source",
        "--gpulse.security.token.mine.value=x, --gpulse.security.token.mine.value, "
                + "--gpulse.security.tokens.mine.value",
        "--spring.ssl.bundle.pem.web.keystore.certficate=x, --spring.ssl.bundle.pem.web.keystore.certficate, "
                + "--spring.ssl.bundle.pem.web.keystore.certificate",
        "--logging.level=debug, --logging.level, --logging.level.NAME",
        "--helpp, --helpp, --help",
        "--doctor, --doctor, doctor",
        "-port=9000, -port, --server.port",
        "server.port=9000, server.port, --server.port"
    })
    void anUnknownOptionNamesTheNearest(String argument, String shown, String nearest) {
        assertThat(errorOf(argument))
                .isEqualTo("gpulse: unknown option '" + shown + "'; did you mean '" + nearest + "'? Try --help.");
    }

    @ParameterizedTest
    @CsvSource({
        "doktor, unknown command 'doktor'; did you mean 'doctor'?",
        "pasword, unknown command 'pasword'; did you mean 'password'?",
        "version, unknown command 'version'; did you mean '--version'?",
        "serve, unknown command 'serve'.",
        "-v, unknown option '-v'.",
        "--tea, unknown option '--tea'.",
        "--, unknown option '--'.",
        "--=x, unknown option '--'.",
        "-Dserver.port=9000, put options of Java such as -Dserver.port before -jar.",
        "-Xmx512m, put options of Java such as -Xmx512m before -jar."
    })
    void anUnknownWordIsAnError(String argument, String sentence) {
        assertThat(errorOf(argument)).isEqualTo("gpulse: " + sentence + " Try --help.");
    }

    @Test
    void aCommandMustBeTheOnlyArgument() {
        assertThat(errorOf("--server.port=0", "doctor"))
                .isEqualTo("gpulse: the command 'doctor' must be the first argument. Try --help.");
        assertThat(errorOf("password", "hunter2")).isEqualTo("gpulse: 'password' takes no arguments. Try --help.");
    }

    @Test
    void anUnknownOptionOfGpulseIsNamedAfterAnyOther() {
        assertThat(errorOf("--server.port=0", "--gpulse.nonsense.entirely=true"))
                .isEqualTo("gpulse: unknown option '--gpulse.nonsense.entirely'. Try --help.");
    }

    @Test
    void aValueThatFollowsASpaceIsNotRepeated() {
        assertThat(errorOf("--gpulse.security.tokens.mine.value", "0123456789abcdef"))
                .isEqualTo("gpulse: the value of --gpulse.security.tokens.mine.value follows an equals sign:"
                        + " --gpulse.security.tokens.mine.value=VALUE. Try --help.");
        assertThat(errorOf("--gpulse.security.tokens.mine.vaule=0123456789abcdef"))
                .doesNotContain("0123456789abcdef");
        assertThat(errorOf("gpulse.security.tokens.mine.value=0123456789abcdef"))
                .doesNotContain("0123456789abcdef");
    }

    @Test
    void longNamesAndControlCharactersAreNotPrinted() {
        assertThat(errorOf("--" + "x".repeat(100_000))).hasSizeLessThan(200);
        assertThat(errorOf("\u001b[31mred")).doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h", "help"})
    void helpNamesCommandsAndOptions(String argument) {
        Reply reply = new CommandLine(List.of(argument), () -> KNOWN).reply().orElseThrow();

        assertThat(reply.exitCode()).isZero();
        assertThat(reply.text()).contains("doctor", "password", "--version", "--server.port=8080");
        assertThat(reply.text().lines()).allSatisfy((line) -> assertThat(line).hasSizeLessThanOrEqualTo(100));
    }

    @Test
    void helpNamesTheCommandOfAPackage() {
        System.setProperty(CommandLineHelp.COMMAND, "gpulse");
        try {
            assertThat(CommandLineHelp.text())
                    .contains("  gpulse doctor [OPTION]...")
                    .doesNotContain("java -jar");
        } finally {
            System.clearProperty(CommandLineHelp.COMMAND);
        }
        assertThat(CommandLineHelp.text()).contains("  java -jar gpulse.jar doctor [OPTION]...");
    }

    @Test
    void helpNamesEveryOptionOfTheDoctor(@TempDir Path empty) {
        String help = new CommandLine(List.of("--help"), () -> KNOWN)
                .reply()
                .orElseThrow()
                .text();
        DoctorRun doctor = DoctorRun.to(empty);

        assertThat(doctor.ends("--help")).isZero();
        assertThat(Pattern.compile("--[a-z][a-z-]+")
                        .matcher(doctor.output())
                        .results()
                        .map(MatchResult::group))
                .contains("--json", "--record")
                .allMatch(help::contains);
    }

    @Test
    void helpAndVersionArePrintedAlsoAfterOptions() {
        assertThat(new CommandLine(List.of("--server.port=0", "-V"), () -> KNOWN)
                        .reply()
                        .orElseThrow())
                .isEqualTo(new Reply(0, CommandLineHelp.version()));
        assertThat(new CommandLine(List.of("password", "--help"), () -> KNOWN)
                        .reply()
                        .orElseThrow())
                .isEqualTo(new Reply(0, CommandLineHelp.text()));
    }

    @Test
    void errorsArePrintedToStandardError() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        new Reply(Reply.MISUSE, "wrong").print(new PrintStream(out), new PrintStream(err));
        new Reply(0, "right").print(new PrintStream(out), new PrintStream(err));

        assertThat(err).hasToString("wrong" + System.lineSeparator());
        assertThat(out).hasToString("right" + System.lineSeparator());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "-hunter2", "--hunter2", "hunter2=x", "a.hunter2"})
    void aWordAfterAnOptionIsNotRepeated(String word) {
        assertThat(errorOf("--gpulse.security.tokens.me.value=correct", word)).doesNotContain("hunter2");
        assertThat(errorOf("--gpulse.security.tokens.me.value", word)).doesNotContain("hunter2");
    }

    @Test
    void onlyTheNameOfAnOptionIsRepeated() {
        assertThat(errorOf("--gpulse.security.tokens.me.valeu:hunter2")).doesNotContain("hunter2");
    }

    private static String errorOf(String... arguments) {
        Reply reply = new CommandLine(List.of(arguments), () -> KNOWN).reply().orElseThrow();

        assertThat(reply.exitCode()).isEqualTo(2);
        return reply.text();
    }
}
