package io.gpulse.startup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** The doctor with the configuration of the server. */
class DoctorArgumentsTests {

    private final StandardEnvironment environment = new StandardEnvironment();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @BeforeEach
    void setUp() {
        this.environment
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("spring.config.location", this.folder + "/")));
    }

    private List<String> arguments(String... given) {
        return DoctorArguments.Configured.of(List.of(given), this.environment, new PrintStream(this.err, true, UTF_8));
    }

    @Test
    void theFileOfTheServerIsReadBeforeTheGivenArguments() throws Exception {
        Files.writeString(this.folder.resolve("application.yaml"), """
                gpulse:
                  nvml:
                    library: /opt/driver/libnvidia-ml.so.1
                    wakeSleepingGpus: false
                """);

        assertThat(arguments("--json"))
                .containsExactly(
                        "--gpulse.nvml.library=/opt/driver/libnvidia-ml.so.1",
                        "--gpulse.nvml.wake-sleeping-gpus=false",
                        "--json");
        assertThat(this.err.toString(UTF_8)).isEmpty();
    }

    @Test
    void variablesOverrideTheFile() throws Exception {
        Files.writeString(this.folder.resolve("application.yaml"), "gpulse.smi.program: /bin/of-the-file");
        this.environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "systemEnvironment", Map.of("GPULSE_SMI_PROGRAM", "/bin/of-a-variable")));

        assertThat(arguments()).containsExactly("--gpulse.smi.program=/bin/of-a-variable");
    }

    @Test
    void anInvalidFileIsReportedAndTheMachineIsExaminedAnyway() throws Exception {
        Files.writeString(this.folder.resolve("application.yaml"), "gpulse:\n\tvalue: s3cret");

        assertThat(arguments("--json")).containsExactly("--json");
        assertThat(this.err.toString(UTF_8))
                .startsWith("The files with gpulse's settings are not used: ")
                .doesNotContain("s3cret");
    }

    @Test
    void filesAreSearchedInTheWorkingDirectoryAndWhereVariablesNameThem() throws Exception {
        assertThat(DoctorArguments.hasFiles(this.folder, Map.of("PATH", "/bin")))
                .isFalse();
        assertThat(DoctorArguments.hasFiles(this.folder, Map.of("SPRING_CONFIG_LOCATION", "/etc/gpulse/")))
                .isTrue();
        Files.createFile(this.folder.resolve("application.properties"));
        assertThat(DoctorArguments.hasFiles(this.folder, Map.of())).isTrue();
    }
}
