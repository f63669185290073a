package io.gpulse.nvml.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSession;
import io.gpulse.device.MigSample.Place;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.FakeInstance;
import io.gpulse.nvml.NeedsCompiler;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A GPU whose MIG mode changes, through the real JNA path. */
@NeedsCompiler
class MigModeThroughJnaTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);
    private static final Set<Cadence> SLOW = EnumSet.of(Cadence.FAST, Cadence.SLOW);

    @TempDir
    private Path directory;

    private FakeDriver driver;
    private FakeInstance instance;
    private GpuSession session;
    private Gpu gpu;

    @BeforeEach
    void split() throws Exception {
        this.driver = FakeDriver.in(this.directory);
        this.instance = this.driver.instance(0, 0).create(new Place(2, 0), "3g.40gb");
        this.session =
                NvmlSource.ofThisMachine(this.driver.library(), this.directory).open();
        this.gpu = this.session.attach(0);
    }

    @AfterEach
    void nothingWasDoneAgainstTheRules() {
        this.session.close();
        assertThat(this.driver.violations()).isEmpty();
    }

    private GpuReadings readings(Set<Cadence> due) {
        return this.gpu.read(due).known();
    }

    @Test
    void aGpuThatIsNoLongerSplitHasItsEnginesAgain() {
        this.driver.code(0, "nvmlDeviceGetUtilizationRates", 3);
        readings(ALL);

        this.instance.destroy();
        this.driver.heal().value(0, "nvmlDeviceGetMigMode.currentMode", 0);
        readings(ALL);
        GpuReadings whole = readings(ALL);

        assertThat(whole.mig()).isEmpty();
        assertThat(whole.own().of(Metric.UTILIZATION_GPU)).hasValue(new Reading.Quantity(53));
    }

    @Test
    void rowsThatDependOnOnesReadOnceStayKnownThroughAChangeOfTheMode() {
        this.driver.value(0, "nvmlDeviceGetNumFans", 1).value(0, "nvmlDeviceGetFanSpeed_v2(0)", 41);
        readings(ALL);
        assertThat(readings(SLOW).own().number(Metric.FAN_0_SPEED)).hasValue(41);

        this.driver.value(0, "nvmlDeviceGetMigMode.currentMode", 0);
        readings(SLOW);

        for (int round = 0; round < 2; round++) {
            assertThat(readings(SLOW).own().number(Metric.FAN_0_SPEED)).hasValue(41);
        }
    }
}
