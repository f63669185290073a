package io.gpulse.doctor.examination;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.DoctorRun;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Against a driver that hangs or dawdles, by a clock that goes as the driver does. */
@NeedsCompiler
class ExaminationTimeoutsTests {

    private static final String HANDLE = "nvmlDeviceGetHandleByIndex_v2";

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

    @Test
    void aGpuThatHangsIsNamedWithItsCallAndTheOtherIsStillLookedAt() {
        this.driver.hang(0);
        BooleanSupplier insideOfTheFirst = () -> this.driver.inside() == 1 && this.driver.calls(HANDLE) == 1;

        int code = this.visit.passing(anHourWhile(insideOfTheFirst)).ends("--json", library());

        this.driver.heal();
        JsonNode document = this.visit.document();
        assertThat(code).isEqualTo(4);
        assertThat(document.at("/hangs/0").asString()).startsWith("GPU 0: " + HANDLE + " has not returned for ");
        assertThat(document.at("/gpus/0/state").asString()).isEqualTo("STUCK");
        assertThat(document.at("/gpus/1/state").asString()).isEqualTo("OK");
        assertThat(this.driver.calls("nvmlShutdown")).isZero();
    }

    @Test
    void aDriverThatHangsAltogetherIsNamedWithItsCall() {
        this.driver.hangAll();

        int code =
                this.visit.passing(anHourWhile(() -> this.driver.inside() == 1)).ends(library());

        this.driver.heal();
        assertThat(code).isEqualTo(4);
        assertThat(this.visit.sentences())
                .contains("nvmlInit_v2 has not returned for ", "The NVIDIA driver does not answer.");
    }

    @Test
    void gpusThatTakeLongToWakeUpAreNotTakenForOnesThatHang() {
        this.driver.gpus(3);
        this.visit.passing(nearlyTooLongForEachHandle()).having(DoctorRun.CALL, Duration.ZERO);

        int code = this.visit.ends("--json", library());

        JsonNode document = this.visit.document();
        assertThat(code).isEqualTo(1);
        assertThat(document.at("/hangs").isEmpty()).isTrue();
        assertThat(document.at("/gpus/2/state").asString()).isEqualTo("NO_TIME_LEFT");
        assertThat(document.at("/gpus/2/detail").asString()).isEqualTo("not looked at: no time left");
        assertThat(document.at("/verdict").asString())
                .isEqualTo("Not looked at, or not to the end, since no time was left: GPUs 0-2.");
        assertThat(document.at("/hints/0").asString()).contains("sudo nvidia-smi -pm 1");
    }

    @Test
    void forManyGpusItHasMoreTime() {
        this.driver.gpus(3);
        this.visit.passing(nearlyTooLongForEachHandle()).having(DoctorRun.CALL, DoctorRun.CALL.multipliedBy(2));

        assertThat(this.visit.ends(library())).isZero();
    }

    private static LongSupplier anHourWhile(BooleanSupplier something) {
        return () -> something.getAsBoolean() ? Duration.ofHours(1).toNanos() : 0;
    }

    private LongSupplier nearlyTooLongForEachHandle() {
        return () -> this.driver.calls(HANDLE) * DoctorRun.CALL.minusSeconds(5).toNanos();
    }

    private String library() {
        return "--nvml-library=" + this.driver.library();
    }
}
