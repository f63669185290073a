package io.gpulse.recording;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Redaction through the real JNA path: values that identify the machine never reach a file. */
@NeedsCompiler
class ResponseRedactorTests {

    private static final Map<String, String> SECRETS = Map.of(
            "nvmlDeviceGetUUID", "GPU-5ec2e75e-c2e7-5ec2-e75e-c2e75ec2e75e",
            "nvmlDeviceGetSerial", "1652922055555",
            "nvmlDeviceGetBoardPartNumber", "692-2G520-0280-501",
            "nvmlDeviceGetPlatformInfo.chassisSerialNumber", "CHASSIS55555",
            "nvmlDeviceGetHostname_v1.value", "rack7-node3.example",
            "nvmlDeviceGetPciInfo_v3.busId", "00000000:E7:00.0",
            "nvmlDeviceGetPciInfo_v3.busIdLegacy", "0000:E7:00.0",
            "nvmlDeviceGetPciInfo_v3.bus", "231",
            "nvmlDeviceGetPciInfoExt.busId", "00000000:E7:00.0",
            "nvmlDeviceGetPciInfoExt.bus", "231");

    private static final String PROCESS = "/home/alice/secret-model/train.py";

    @TempDir
    private Path directory;

    private FakeDriver driver() {
        FakeDriver driver =
                FakeDriver.in(this.directory.resolve("driver")).gpus(2).process(0, "compute", 4711, 1 << 20);
        SECRETS.forEach((source, value) -> driver.value(1, source, value));
        return driver.systemValue("nvmlSystemGetProcessName(4711)", PROCESS)
                .value(0, "nvmlDeviceGetSerial", "1652922066666");
    }

    private static List<String> texts(Recording recording) {
        return recording.segments().stream()
                .flatMap((segment) -> segment.invocations().stream())
                .map((invocation) -> new String(invocation.answer(), ISO_8859_1))
                .toList();
    }

    private static Stream<String> secrets() {
        return Stream.concat(SECRETS.values().stream().filter((value) -> value.length() > 3), Stream.of(PROCESS));
    }

    @Test
    void aFileHasNoValueThatIdentifiesTheMachine() throws Exception {
        Recording recording = Recorded.of(driver(), this.directory.resolve("a"), 2, (round) -> {})
                .recording();

        assertThat(secrets())
                .allSatisfy((secret) -> assertThat(texts(recording)).noneMatch((text) -> text.contains(secret)));
        assertThat(texts(recording)).noneMatch((text) -> text.contains("alice"));
    }

    @Test
    void rawMeansRaw() throws Exception {
        Recording recording =
                Recorded.raw(driver(), this.directory.resolve("a"), 2).recording();

        assertThat(secrets())
                .allSatisfy((secret) -> assertThat(texts(recording)).anyMatch((text) -> text.contains(secret)));
    }

    @Test
    void theSameCardStaysTheSameCardInEveryForm() throws Exception {
        Recording recording = Recorded.of(driver(), this.directory.resolve("a"), 2, (round) -> {})
                .recording();

        assertThat(texts(recording, "nvmlDeviceGetUUID", 1)).containsOnly("GPU-00000000-0000-0000-0000-000000000002");
        assertThat(texts(recording, "nvmlDeviceGetSerial", 0)).containsOnly("0000000000001");
        assertThat(texts(recording, "nvmlDeviceGetSerial", 1)).containsOnly("0000000000002");
        assertThat(texts(recording, "nvmlSystemGetProcessName", Segment.NO_GPU)).containsOnly("process-1");
        String bus = "00000000:02:00.0";
        assertThat(texts(recording, "nvmlDeviceGetPciInfo_v3", 1)).allMatch((text) -> text.contains(bus));
        assertThat(texts(recording, "nvmlDeviceGetPciInfoExt", 1)).allMatch((text) -> text.contains(bus));
        assertThat(texts(recording, "nvmlDeviceGetPciInfo_v3", 0)).noneMatch((text) -> text.contains(bus));
    }

    private static List<String> texts(Recording recording, String symbol, int gpu) {
        List<String> texts = recording.segments().stream()
                .filter((segment) -> segment.gpu() == gpu)
                .flatMap((segment) -> segment.invocations().stream())
                .filter((invocation) -> invocation.call().symbol().equals(symbol) && invocation.code() == 0)
                .map((invocation) -> new String(invocation.answer(), ISO_8859_1))
                .toList();
        assertThat(texts).as(symbol).isNotEmpty();
        return texts;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void handlesAndAddressesAreNumbersEvenInARawFile(boolean masks) throws IOException {
        ResponseRedactor mask = new ResponseRedactor(masks);
        RecordedCall alloc =
                new RecordedCall("nvmlGpmSampleAlloc", List.of(), false, 0, Map.of("", new RecordedCall.Member(0, 8)));
        byte[] one = {1, 2, 3, 4, 5, 6, 7, 0};
        byte[] same = one.clone();
        byte[] other = {1, 2, 3, 4, 5, 6, 8, 0};

        mask.apply(alloc, one);
        mask.apply(alloc, other);
        mask.apply(alloc, same);

        assertThat(one).containsExactly(1, 0, 0, 0, 0, 0, 0, 0).isEqualTo(same);
        assertThat(other).containsExactly(2, 0, 0, 0, 0, 0, 0, 0);
    }
}
