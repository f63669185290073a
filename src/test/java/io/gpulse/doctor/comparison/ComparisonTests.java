package io.gpulse.doctor.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.DoctorRun;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.smi.FakeSmi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The doctor with an nvidia-smi that is a shell script. */
@NeedsCompiler
class ComparisonTests {

    private static final String UUID = "GPU-7f3c9a10-5d2e-4b61-9c8f-00000000000";

    private static final int DEPRECATED = 26;

    @TempDir
    Path directory;

    private FakeDriver driver;
    private FakeSmi smi;
    private DoctorRun visit;

    @BeforeEach
    void call() throws Exception {
        this.driver = FakeDriver.in(this.directory.resolve("driver"));
        this.smi = FakeSmi.in(Files.createDirectory(this.directory.resolve("bin")))
                .gpu(values(0, "00000000:1B:00.0"))
                .gpu(values(1, "00000000:43:00.0"));
        this.visit = DoctorRun.to(this.directory.resolve("root"))
                .with("proc/sys/kernel/hostname", "node7")
                .variable("PATH", this.directory.resolve("bin").toString());
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        assertThat(this.driver.violations()).isEmpty();
    }

    private static String[] values(int gpu, String bus) {
        return new String[] {
            "driver_version", "580.95.05",
            "uuid", UUID + gpu,
            "name", "NVIDIA H100 80GB HBM3",
            "pci.bus_id", bus,
            "memory.total", "81559",
            "memory.used", "20480",
            "power.draw", "367.20",
            "power.limit", "700.00",
            "temperature.gpu", "41",
            "utilization.gpu", "53",
            "pstate", "P0",
            "clocks_event_reasons.active", "0x0000000000000000",
            "fan.speed", "[N/A]"
        };
    }

    @Test
    void equalValuesAreFine() {
        int code = this.visit.ends(library());

        assertThat(this.visit.sentences())
                .contains("2 GPUs answer, and nvidia-smi agrees in 26 values.")
                .contains("26 values compared, of which none differs.")
                .contains("Not compared, since it has no such property: utilization.gpu.min");
        assertThat(code).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "power.limit, 650.00, 700.00, false",
        "name, NVIDIA H100, NVIDIA H100 80GB HBM3, false",
        "temperature.gpu, 55, 41, true",
        "memory.used, 479, 20480, true",
        "power.draw, [N/A], 367.20, true",
        "pstate, P8, P0, true",
        "fan.speed, 30, NOT_SUPPORTED, true"
    })
    void aDisagreementNamesPropertyGpuAndBothValues(String property, String theirs, String ours, boolean moves) {
        this.smi.value(1, property, theirs);

        int code = this.visit.ends("--json", library());

        JsonNode found = this.visit.document().at("/comparison/disagreements");
        assertThat(code).isEqualTo(1);
        assertThat(found.size()).isEqualTo(1);
        assertThat(found.at("/0/gpu").asInt()).isEqualTo(1);
        assertThat(found.at("/0/property").asString()).isEqualTo(property);
        assertThat(found.at("/0/ours").valueStream().map(JsonNode::asString)).containsExactly(ours, ours);
        assertThat(found.at("/0/theirs").asString()).isEqualTo(theirs);
        assertThat(found.at("/0/moves").asBoolean()).isEqualTo(moves);
    }

    @Test
    void aDisagreementIsASentenceOfThePage() {
        this.smi.value(1, "power.limit", "650.00");

        this.visit.ends(library());

        assertThat(this.visit.sentences())
                .contains("nvidia-smi differs in 1 value.")
                .contains("- GPU 1, power.limit: gpulse has 700.00, then 700.00; nvidia-smi has 650.00.");
    }

    @Test
    void aMovingValueMayLieALittleOutside() {
        this.smi
                .value(0, "temperature.gpu", "43")
                .value(0, "utilization.gpu", "60")
                .value(0, "power.draw", "350.01");

        assertThat(this.visit.ends(library())).isZero();
    }

    /**
     * Prepares a driver whose values change between the query of the known properties and the comparison, as in a real
     * one.
     */
    @Test
    void aMovingValueMayLieAnywhereBetweenTheRoundBeforeAndTheRoundAfter() throws Exception {
        Path counter = this.directory.resolve("asked");
        Path next = this.directory.resolve("driver/next");
        this.driver.value(0, "nvmlDeviceGetPowerUsage", 100_000);
        Files.writeString(next, "value 0 nvmlDeviceGetPowerUsage 600000\n");
        this.smi
                .value(0, "power.draw", "333.00")
                .before("echo \"$1\" | grep -q query-gpu= && echo . >> '" + counter + "'\n"
                        + "[ -f '" + counter + "' ] && [ $(wc -l < '" + counter + "') -eq 2 ] && mv '" + next + "' '"
                        + next.resolveSibling("driver.control") + "'");

        int code = this.visit.ends(library());

        assertThat(this.visit.sentences()).contains("none differs");
        assertThat(code).isZero();
        assertThat(Files.readAllLines(counter))
                .as("one run to find out, one to compare")
                .hasSize(2);
    }

    @Test
    void aDeprecatedCellIsNotCompared() {
        this.smi.value(0, "pstate", "[Requested functionality has been deprecated]");

        assertThat(this.visit.ends(library())).isZero();
        assertThat(this.visit.sentences()).contains("25 values compared");
    }

    @Test
    void aDeprecatedReadingIsNotCompared() {
        this.driver.codeOfAll("nvmlDeviceGetDisplayMode", DEPRECATED);
        this.smi.value(0, "display_attached", "Yes").value(1, "display_attached", "Yes");

        assertThat(this.visit.ends(library())).isZero();
        assertThat(this.visit.sentences()).contains("26 values compared, of which none differs.");
    }

    @Test
    void anotherVersionOfTheDriverIsADisagreement() {
        this.smi.value(0, "driver_version", "580.65.06");

        assertThat(this.visit.ends(library())).isEqualTo(1);
        assertThat(this.visit.sentences()).contains("GPU 0, driver_version: gpulse has 580.95.05");
    }

    @Test
    void aNameThatOnlyTheHelpListsIsLeftOut() {
        this.smi.helpOnly("power.draw.instant").helpOnly("clocks.current.sm");

        assertThat(this.visit.ends(library())).isZero();
        assertThat(this.visit.sentences()).contains("26 values compared", "power.draw.instant,");
    }

    @Test
    void withoutHelpTheKnownPropertiesAreFoundByTrial() {
        this.smi.withoutHelp();

        assertThat(this.visit.ends(library())).isZero();
        assertThat(this.visit.sentences()).contains("26 values compared");
    }

    @Test
    void theOlderNameOfAPropertyWillDo() {
        FakeSmi older = FakeSmi.in(this.directory)
                .gpu("uuid", UUID + 0, "clocks_throttle_reasons.active", "0x0000000000000000")
                .gpu("uuid", UUID + 1, "clocks_throttle_reasons.active", "0x0000000000000004");

        int code = this.visit.ends("--json", library(), "--nvidia-smi=" + older.program());

        assertThat(code).isEqualTo(1);
        assertThat(this.visit
                        .document()
                        .at("/comparison/disagreements/0/property")
                        .asString())
                .isEqualTo("clocks_event_reasons.active");
    }

    @Test
    void aGpuThatOnlyOneOfBothSeesIsADisagreement() {
        this.driver.gpus(3);
        this.smi.value(1, "uuid", UUID + 9);

        int code = this.visit.ends("--json", library());

        assertThat(code).isEqualTo(1);
        assertThat(this.visit
                        .document()
                        .at("/comparison/disagreements")
                        .valueStream()
                        .map((found) -> found.at("/gpu").asInt() + " "
                                + found.at("/property").asString() + " "
                                + found.at("/theirs").asString()))
                .containsExactly("1 row a GPU " + UUID + 9, "1 row no row of it", "2 row no row of it");
    }

    @Test
    void aRowWithoutAUuidIsMatchedByItsIndex() {
        this.smi.value(1, "uuid", "[Insufficient Permissions]").value(1, "power.limit", "650.00");

        this.visit.ends("--json", library());

        assertThat(this.visit
                        .document()
                        .at("/comparison/disagreements")
                        .valueStream()
                        .map((found) -> found.at("/gpu").asInt() + " "
                                + found.at("/property").asString()))
                .containsExactly("1 power.limit", "1 uuid");
    }

    @Test
    void aLostGpuIsNotCompared() {
        this.driver.lose(1);
        this.smi.value(1, "power.draw", "[GPU is lost]");

        int code = this.visit.ends("--json", library());

        assertThat(code).isEqualTo(1);
        assertThat(this.visit.document().at("/comparison/disagreements").isEmpty())
                .isTrue();
        assertThat(this.visit.document().at("/comparison/compared").asInt()).isEqualTo(13);
    }

    @ParameterizedTest
    @CsvSource({"9, the NVIDIA driver is not loaded", "15, a GPU is no longer accessible"})
    void aFailureIsReportedAndIsNoDisagreement(int rc, String meaning) {
        this.smi.before("echo 'It has failed.'\nexit " + rc);

        int code = this.visit.ends(library());

        assertThat(code).isZero();
        assertThat(this.visit.sentences())
                .contains("It ended with code " + rc + ": " + meaning + "; it printed \"It has failed.\".");
    }

    @Test
    void aWarningIsReportedAndTheTableIsStillCompared() {
        this.smi
                .after("echo 'WARNING: infoROM is corrupted at gpu 0000:00:1E.0'")
                .endingWith(14);

        assertThat(this.visit.ends(library())).isZero();
        assertThat(this.visit.sentences())
                .contains("It printed next to its table: WARNING: infoROM is corrupted", "26 values compared");
    }

    @Test
    void aHangIsReported() {
        this.smi.before("sleep 600");

        int code = this.visit.waitingForSmi(Duration.ofSeconds(1)).ends(library());

        assertThat(code).isZero();
        assertThat(this.visit.sentences()).contains("It did not end within 1 s and was ended.");
    }

    private String library() {
        return "--nvml-library=" + this.driver.library();
    }
}
