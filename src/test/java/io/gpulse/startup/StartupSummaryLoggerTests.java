package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Condition;
import io.gpulse.device.Diagnosis;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.sampling.SamplerStatus;
import io.gpulse.security.ReadAccess;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.env.MockEnvironment;

class StartupSummaryLoggerTests {

    private static final Instant NOW = Instant.parse("2025-01-01T00:00:00Z");
    private static final Source NVML = new Source(SourceKind.NVML, false, "580.95.05", "13.580.95.05", "13.0", null);
    private static final Source DEMO = new Source(SourceKind.DEMO, true, "580.95.05", "13.580.95.05", "13.0", null);
    private static final Diagnosis FOUND = new Diagnosis(
            null, List.of(new Diagnosis.Check("library", "Library", Diagnosis.Outcome.PASSED, null)), List.of());

    @Test
    void gpusAreCountedByModel() {
        Snapshot snapshot = snapshot(NVML, gpu(0, "NVIDIA H100"), gpu(1, "NVIDIA A2"), gpu(2, "NVIDIA H100"));

        assertThat(StartupSummaryLogger.sight(snapshot))
                .isEqualTo("sees through NVML, driver 580.95.05, CUDA 13.0: 1 x NVIDIA A2, 2 x NVIDIA H100");
    }

    @Test
    void simulatedGpusAreNotCalledSeen() {
        assertThat(StartupSummaryLogger.sight(snapshot(DEMO, gpu(0, "NVIDIA H100"))))
                .isEqualTo("shows demo data, no real GPU: 1 x NVIDIA H100");
    }

    @Test
    void unknownVersionsAreOmitted() {
        Source silent = new Source(SourceKind.NVML, false, null, null, null, null);

        assertThat(StartupSummaryLogger.sight(snapshot(silent, gpu(0, "NVIDIA H100"))))
                .isEqualTo("sees through NVML: 1 x NVIDIA H100");
    }

    @Test
    void aGpuThatHasNotAnsweredIsCountedWithoutAName() {
        assertThat(StartupSummaryLogger.sight(snapshot(NVML, gpu(0, "NVIDIA H100"), attaching(1))))
                .endsWith(": 1 x NVIDIA H100, 1 x a GPU that has not answered yet");
    }

    @Test
    void aFailingDriverIsReported() {
        Snapshot snapshot = snapshot(NVML.failing("The driver is gone."), gpu(0, "NVIDIA H100"));

        assertThat(StartupSummaryLogger.sight(snapshot)).endsWith("1 x NVIDIA H100 (The driver is gone.)");
    }

    @Test
    void withoutGpusTheReasonAndTheNextCommandAreLogged() {
        Snapshot none = snapshot(Source.none("The NVIDIA driver is not installed."));

        assertThat(StartupSummaryLogger.sight(none)).isEqualTo("sees no GPU: The NVIDIA driver is not installed.");
        assertThat(StartupSummaryLogger.next(none, "http://localhost:8080", ReadAccess.OPEN))
                .endsWith("curl http://localhost:8080/api/v1/status");
    }

    @Test
    void withGpusCommandsToTryAreLogged() {
        assertThat(StartupSummaryLogger.next(
                        snapshot(NVML, gpu(0, "NVIDIA H100")), "http://localhost:8080", ReadAccess.OPEN))
                .isEqualTo("Try: curl http://localhost:8080  or  curl -N http://localhost:8080/api/v1/stream");
    }

    @Test
    void aUrlWithBracketsIsQuotedForTheShell() {
        assertThat(StartupSummaryLogger.next(
                        snapshot(NVML, gpu(0, "NVIDIA H100")), "http://[::1]:8080", ReadAccess.OPEN))
                .isEqualTo("Try: curl 'http://[::1]:8080'  or  curl -N 'http://[::1]:8080/api/v1/stream'");
    }

    @Test
    void withAuthenticationTheCommandsHaveAToken() {
        assertThat(StartupSummaryLogger.next(
                        snapshot(NVML, gpu(0, "NVIDIA H100")), "http://localhost:8080", ReadAccess.TOKEN))
                .isEqualTo("Try: curl -H 'Authorization: Bearer TOKEN' http://localhost:8080  or"
                        + "  curl -H 'Authorization: Bearer TOKEN' -N http://localhost:8080/api/v1/stream");
    }

    @Test
    void withUsersAloneTheCommandsHaveAUser() {
        assertThat(StartupSummaryLogger.next(
                        snapshot(NVML, gpu(0, "NVIDIA H100")), "http://localhost:8080", ReadAccess.USER))
                .startsWith("Try: curl -u USER http://localhost:8080  or  curl -u USER -N ");
    }

    @Test
    void gpusThatAreWakingUpAreWaitedFor() {
        assertThat(StartupSummaryLogger.isSettled(
                        snapshot(NVML, gpu(0, "NVIDIA H100"), attaching(1)), status("auto", FOUND)))
                .isFalse();
        assertThat(StartupSummaryLogger.isSettled(snapshot(NVML, gpu(0, "NVIDIA H100")), status("auto", FOUND)))
                .isTrue();
    }

    @Test
    void noGpuIsReportedBeforeTheDriverWasSearched() {
        Snapshot none = snapshot(Source.none("gpulse is looking for GPUs."));

        for (String mode : List.of("auto", "nvml", "nvidia-smi", "demo", "recording")) {
            assertThat(StartupSummaryLogger.isSettled(none, status(mode, Diagnosis.UNKNOWN)))
                    .as(mode)
                    .isFalse();
        }
        assertThat(StartupSummaryLogger.isSettled(none, status("auto", FOUND))).isTrue();
        assertThat(StartupSummaryLogger.isSettled(none, status("none", Diagnosis.UNKNOWN)))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        ", http://localhost:8080",
        "127.0.0.1, http://localhost:8080",
        "0.0.0.0, http://localhost:8080",
        "::, http://localhost:8080",
        "::1, http://[::1]:8080",
        "[::1], http://[::1]:8080",
        "fe80::1%eth0, http://[fe80::1%25eth0]:8080",
        "192.0.2.1, http://192.0.2.1:8080",
        "2001:db8::1, http://[2001:db8::1]:8080"
    })
    void theLoggedAddressIsReachable(String address, String base) {
        MockEnvironment environment = new MockEnvironment();
        if (address != null) {
            environment.setProperty("server.address", address);
        }

        assertThat(StartupSummaryLogger.base(environment)).isEqualTo(base);
    }

    @ParameterizedTest
    @CsvSource({
        "server.ssl.bundle, web, https://localhost:8443",
        "server.ssl.certificate, gpulse.crt, https://localhost:8443",
        "server.ssl.key-store, gpulse.p12, https://localhost:8443",
        "server.ssl.client-auth, none, http://localhost:8443",
        "spring.webflux.base-path, /gpus, http://localhost:8443/gpus"
    })
    void theLoggedAddressIsWrittenAsAUrl(String property, String value, String base) {
        MockEnvironment environment =
                new MockEnvironment().withProperty("local.server.port", "8443").withProperty(property, value);

        assertThat(StartupSummaryLogger.base(environment)).isEqualTo(base);
    }

    @Test
    void disabledTlsIsNotLogged() {
        MockEnvironment environment = new MockEnvironment()
                .withProperty("server.ssl.bundle", "web")
                .withProperty("server.ssl.enabled", "false");

        assertThat(StartupSummaryLogger.base(environment)).startsWith("http://");
    }

    private static SamplerStatus status(String mode, Diagnosis diagnosis) {
        return new SamplerStatus(1, 0, 0, 0, Duration.ofMillis(8), Duration.ofMillis(9), diagnosis, mode, true);
    }

    private static Snapshot snapshot(Source source, GpuSample... gpus) {
        return new Snapshot(1, NOW, 0, Duration.ofMillis(8), Duration.ofSeconds(1), source, List.of(gpus), null);
    }

    private static GpuSample gpu(int index, String name) {
        GpuIdentity identity = new GpuIdentity("GPU-" + index, name, "00000000:0" + index + ":00.0");
        return new GpuSample(index, identity, new Condition(GpuState.OK, NOW, null), NOW, NOW, Readings.NONE);
    }

    private static GpuSample attaching(int index) {
        return new GpuSample(index, null, new Condition(GpuState.ATTACHING, NOW, null), null, null, Readings.NONE);
    }
}
