package io.gpulse.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Through the real JNA path, for a second each. */
@NeedsCompiler
class RecordingCommandTests {

    @TempDir
    Path directory;

    private FakeDriver driver;
    private DoctorRun visit;

    @BeforeEach
    void call() {
        this.driver = FakeDriver.in(this.directory.resolve("driver"));
        this.visit = DoctorRun.to(this.directory.resolve("root"));
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    private Path file() {
        return this.directory.resolve("a.recording");
    }

    private String library() {
        return "--nvml-library=" + this.driver.library();
    }

    @Test
    void aRecordingIsMadeAndItsCallsAreListed() {
        assertThat(this.visit.ends("--record", "1s", file(), library())).isZero();
        assertThat(this.visit.output())
                .containsPattern("Recorded \\d{3,4} calls of 2 GPUs in 1 s to \\Q" + file() + "\\E\\.")
                .contains("UUIDs, serial numbers, bus ids and names of processes were replaced");
        assertThat(this.driver.calls("nvmlShutdown")).isEqualTo(1);

        assertThat(this.visit.ends("--calls", file(), "--json")).isZero();

        JsonNode document = this.visit.document();
        assertThat(document.path("format").asInt()).isEqualTo(1);
        JsonNode power = document.path("calls")
                .valueStream()
                .filter((call) -> call.path("call").asString().equals("nvmlDeviceGetPowerUsage"))
                .findFirst()
                .orElseThrow();
        assertThat(power.path("count").asInt()).isGreaterThanOrEqualTo(4);
        assertThat(power.path("codes").path("0").asInt())
                .isEqualTo(power.path("count").asInt());
        assertThat(power.path("p99Micros").asDouble()).isPositive();
        assertThat(power.path("hangs").asInt()).isZero();
        assertThat(this.visit.ends("--calls=" + file())).isZero();
        assertThat(this.visit.output()).contains("p99 us", "nvmlDeviceGetClockInfo(1)");
    }

    @Test
    void aRawRecordingIsAnnouncedWithAWarning() {
        assertThat(this.visit.ends("--record=1s", file(), "--raw", library())).isZero();
        assertThat(this.visit.output()).contains("This recording is not masked");
    }

    @Test
    void aDriverThatRefusesIsRecordedAsThat() {
        this.driver.unload();

        assertThat(this.visit.ends("--record", "1s", file(), library())).isEqualTo(3);

        assertThat(this.visit.output()).contains("of 0 GPUs", "The NVIDIA driver is not loaded (NVML code 9).");
        this.visit.ends("--calls", file());
        assertThat(this.visit.output()).contains("9:1", "nvmlInit_v2");
    }

    @Test
    void withoutADriverThereIsNothingButTheReason() {
        assertThat(this.visit.ends("--record", "1s", file(), "--nvml-library=/nowhere/libnvidia-ml.so.1"))
                .isEqualTo(3);
        assertThat(this.visit.output()).contains("Recorded 0 calls of 0 GPUs", "was not found.");
    }

    @Test
    void aFileThatIsThereIsLeftAlone() throws Exception {
        Files.writeString(file(), "mine");

        assertThat(this.visit.ends("--record", "1s", file(), library())).isEqualTo(2);

        assertThat(this.visit.complained()).isEqualTo(file() + " exists already." + System.lineSeparator());
        assertThat(file()).hasContent("mine");
        assertThat(this.visit.ends("--calls", file())).isEqualTo(2);
        assertThat(this.visit.complained()).contains("is not a recording of gpulse.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --record                     | --record DURATION FILE
            --record 60s                 | --record DURATION FILE
            --record soon FILE           | --record DURATION FILE
            --record 0s FILE             | A recording takes 1s to 10m, not 0s.
            --record 11m FILE            | A recording takes 1s to 10m, not 11m.
            --record 1s --raw            | --record DURATION FILE
            --record 1s FILE --share     | The option --share does not go with --record and --calls
            --record 1s FILE OTHER       | The option OTHER does not go with --record and --calls
            --record 1s FILE --nvml-library= | --nvml-library needs a path
            --calls                      | --calls needs a file.
            --calls /no/such/file        | There is no recording /no/such/file.
            --record 1s /no/such/folder/file | cannot be written
            """)
    void aFaultIsReportedInOneSentence(String words, String sentence) {
        assertThat(this.visit.ends((Object[]) words.split(" "))).isEqualTo(2);

        assertThat(this.visit.complained()).contains(sentence).hasLineCount(1);
    }
}
