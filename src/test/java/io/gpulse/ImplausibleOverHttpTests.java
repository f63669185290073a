package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.CType;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Scope;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.prometheus.Scrapes;
import io.gpulse.testing.Http;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.TestServer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A driver whose numbers cannot be, as clients see it. */
@NeedsCompiler
class ImplausibleOverHttpTests {

    private static final String COLUMNS = Metric.of(Scope.GPU).stream()
            .filter((metric) -> metric.spec().inNvidiaSmi())
            .map(Metric::key)
            .collect(Collectors.joining(","));

    /** All ones of 32 and 64 bits and those less one, as integers, as floating point numbers and as masks. */
    private static final Pattern GLITCH =
            Pattern.compile("4\\.?29496729[45]|1844674407370955161[45]|1\\.844674407370955\\d*E|(?i:0xf{8})|\\b808\\b");

    @TempDir
    private Path directory;

    private static Stream<String> integers() {
        return Stream.of(Scope.GPU, Scope.LINK)
                .flatMap((scope) -> Metric.of(scope).stream())
                .flatMap((metric) -> metric.spec().probes().stream())
                .map((probe) -> probe instanceof Probe.Bits bits ? bits.mask() : probe)
                .filter(ImplausibleOverHttpTests::isInteger)
                .map((probe) -> probe.ofLink(0).source())
                .distinct();
    }

    private static boolean isInteger(Probe probe) {
        return probe instanceof Probe.Field
                || probe instanceof Probe.Member member
                        && EnumSet.of(CType.U32, CType.U64)
                                .contains(member.slot().type());
    }

    private Snapshot snapshot(FakeDriver driver, String glitch) throws Exception {
        integers().forEach((source) -> driver.value(0, source, glitch));
        driver.value(0, "nvmlDeviceGetFieldValues[91]", 1).value(0, "nvmlDeviceGetNvLinkState(0)", 1);
        driver.process(0, "compute", 41, glitch.equals("all-ones") ? "18446744073709551614" : glitch);
        Gpu gpu = NvmlSource.ofThisMachine(driver.library(), this.directory)
                .open()
                .attach(0);
        gpu.read(EnumSet.allOf(Cadence.class));
        GpuReadings known = gpu.read(EnumSet.allOf(Cadence.class)).known();
        Instant at = Snapshots.numbered(1).takenAt();
        Condition ok = new Condition(GpuState.OK, at, null);
        return Snapshots.of(
                1, Snapshots.NVML, List.of(new GpuSample(0, gpu.identity(), ok, at, at, known, Activity.UNKNOWN)));
    }

    @Test
    void implausibleValuesReachNoClient() throws Exception {
        FakeDriver driver = FakeDriver.in(this.directory).gpus(1);
        Snapshot snapshot = snapshot(driver, "all-ones");
        try (TestServer server = TestServer.started()) {
            server.takes(snapshot);

            String json = Http.get(server, "/api/v1/snapshot?view=full").body();
            String csv = Http.get(server, "/api/v1/query?query-gpu=" + COLUMNS + "&format=csv")
                    .body();

            assertThat(json).contains("IMPLAUSIBLE");
            assertThat(csv).contains("[Unknown Error]");
            assertThat(List.of(json, csv, Scrapes.of(snapshot)))
                    .allSatisfy((text) -> assertThat(text).doesNotContainPattern(GLITCH));
        }
        assertThat(driver.violations()).isEmpty();
    }
}
