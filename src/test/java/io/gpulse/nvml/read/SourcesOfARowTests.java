package io.gpulse.nvml.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.library.JnaNvml;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.nvml.session.NvmlSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NeedsCompiler
class SourcesOfARowTests {

    @TempDir
    Path directory;

    @Test
    void eachSourceIsReadSeparatelyAlthoughARoundUsesTheFirst() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory);
        Gpu gpu = source(driver).open().attach(0);

        List<Reading> readings = gpu.bySource(Metric.MEMORY_USED);

        assertThat(readings).containsExactly(new Reading.Quantity(21474836480L), new Reading.Quantity(21978152960L));
        assertThat(gpu.read(EnumSet.allOf(Cadence.class)).readings().of(Metric.MEMORY_USED))
                .contains(readings.get(0));
        assertThat(driver.violations()).isEmpty();
    }

    @Test
    void aSourceThatTheDriverLacksIsReported() throws Exception {
        FakeDriver driver = FakeDriver.without(this.directory, "nvmlDeviceGetMemoryInfo_v2");
        Gpu gpu = source(driver).open().attach(0);

        assertThat(gpu.bySource(Metric.MEMORY_USED).get(0)).isEqualTo(Reading.absent(Reason.DRIVER_TOO_OLD));
    }

    @Test
    void aSourceThatHadAValueIsReadAgainAfterARefusalAndNotReplaced() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory);
        Gpu gpu = source(driver).open().attach(0);
        Reading before = memory(gpu);

        driver.code(0, "nvmlDeviceGetMemoryInfo_v2", 4);
        assertThat(memory(gpu)).isEqualTo(Reading.absent(Reason.NO_PERMISSION));
        driver.code(0, "nvmlDeviceGetMemoryInfo_v2", 0);

        assertThat(memory(gpu)).isEqualTo(before).isEqualTo(new Reading.Quantity(21474836480L));
    }

    private static Reading memory(Gpu gpu) throws Exception {
        return gpu.read(EnumSet.allOf(Cadence.class))
                .readings()
                .of(Metric.MEMORY_USED)
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"0, NOT_SUPPORTED", "1, NO_DATA", "2, NO_DATA", "3, ''"})
    void theResultOfJoiningAFabricIsReportedOnceThatIsCompleted(int state, String reason) throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory)
                .value(0, "nvmlDeviceGetGpuFabricInfoV.state", state)
                .value(0, "nvmlDeviceGetGpuFabricInfoV.status", 0);
        Gpu gpu = source(driver).open().attach(0);

        Reading outcome =
                reason.isEmpty() ? Metric.FABRIC_STATUS.spec().reading(0L) : Reading.absent(Reason.valueOf(reason));
        assertThat(gpu.read(EnumSet.allOf(Cadence.class)).readings().of(Metric.FABRIC_STATUS))
                .contains(outcome);
    }

    @Test
    void aLostGpuHasNoReadings() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory);
        Gpu gpu = source(driver).open().attach(0);

        driver.lose(0);

        assertThat(gpu.bySource(Metric.MEMORY_USED)).isEmpty();
    }

    @Test
    void anInterceptorSeesEveryCall() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory);
        List<String> called = new ArrayList<>();
        NvmlSource overheard = source(driver).interceptedBy((calls) -> (device, call) -> {
            called.add(call.symbol());
            return calls.prepare(device, call);
        });

        overheard.open().attach(1);

        assertThat(called).contains("nvmlInit_v2", "nvmlDeviceGetCount_v2", "nvmlDeviceGetUUID");
        assertThat(overheard.libraryPlaces())
                .containsExactly(new LibraryPlace(
                        driver.library().toString(),
                        driver.library().toRealPath().toString(),
                        null));
    }

    @Test
    void aFileThatIsNoLibraryIsReportedWithTheLinkersMessage() throws Exception {
        Path text = Files.writeString(this.directory.resolve("text.so"), "Not a library.");
        List<String> refusals = new ArrayList<>();

        assertThat(JnaNvml.load(text.toString(), refusals::add)).isEmpty();

        assertThat(LibraryPlace.refused(text.toString(), refusals.get(0)).refusal())
                .isEqualTo("file too short");
    }

    private NvmlSource source(FakeDriver driver) {
        return NvmlSource.ofThisMachine(driver.library(), this.directory);
    }
}
