package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.metric.Call;
import io.gpulse.metric.Layout;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Probe;
import io.gpulse.metric.Scope;
import io.gpulse.nvml.library.NvmlCalls;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DemoNvmlTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");
    private static final int NOT_SUPPORTED = 3;

    private final NvmlCalls demo = new DemoNvml(() -> NOON, 16);
    private final DemoCalls calls = new DemoCalls(this.demo);

    static Stream<Probe> sources() {
        return Stream.of(Scope.GPU, Scope.LINK, Scope.MIG, Scope.PROCESS)
                .flatMap((scope) -> Metric.of(scope).stream())
                .flatMap((metric) -> metric.spec().probes().stream())
                .flatMap(DemoNvmlTests::parts);
    }

    /** Returns metrics read by a single getter or field; other probes have tests of their own. */
    private static Stream<Probe> parts(Probe probe) {
        if (probe instanceof Probe.Joined joined) {
            return joined.parts().stream().flatMap(DemoNvmlTests::parts);
        }
        if (probe instanceof Probe.Rate rate) {
            return parts(rate.counter());
        }
        return probe instanceof Probe.Member || probe instanceof Probe.Field
                ? Stream.of(probe.ofLink(0))
                : Stream.empty();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void everySourceOfTheCatalogueIsAnsweredOrRefusedAsTheRealBoardRefusesIt(Probe source) {
        assertThat(code(source)).isIn(0, NOT_SUPPORTED);
    }

    private int code(Probe source) {
        long gpu = this.calls.handle(0);
        if (source instanceof Probe.Field field) {
            return this.calls.field(gpu, field.id(), field.scope()).getInt(28);
        }
        return this.calls.code(gpu, ((Probe.Member) source).call());
    }

    @Test
    void theDriverReportsItsVersions() {
        assertThat(driverWord("nvmlSystemGetDriverVersion")).isEqualTo("580.95.05");
        assertThat(driverWord("nvmlSystemGetNVMLVersion")).isEqualTo("13.580.95.05");
        assertThat(this.calls.number(NvmlCalls.NO_DEVICE, Call.u32("nvmlSystemGetCudaDriverVersion_v2"), ""))
                .isEqualTo(13_000);
    }

    private String driverWord(String symbol) {
        Call call = Call.word(symbol, 80);
        return this.calls.word(NvmlCalls.NO_DEVICE, call, call.layout().slot(""));
    }

    @Test
    void initAndShutdownSucceed() {
        assertThat(this.calls.code(NvmlCalls.NO_DEVICE, Call.bare("nvmlInit_v2")))
                .isZero();
        assertThat(this.calls.code(NvmlCalls.NO_DEVICE, Call.bare("nvmlShutdown")))
                .isZero();
    }

    @Test
    void anUnknownSymbolIsMissing() {
        assertThat(this.calls.code(NvmlCalls.NO_DEVICE, Call.bare("nvmlSystemGetTea")))
                .isEqualTo(13);
    }

    /** A new row of the catalogue needs no line here: "install a newer driver" would be a wrong advice. */
    @Test
    void aGetterOutsideTheSceneIsNotSupported() {
        assertThat(this.calls.code(this.calls.handle(0), Call.u32("nvmlDeviceGetTea")))
                .isEqualTo(NOT_SUPPORTED);
    }

    @Test
    void aGpuThatDoesNotExistHereEitherIsAnInvalidArgument() {
        assertThat(this.calls.code(NvmlCalls.NO_DEVICE, Call.u64("nvmlDeviceGetHandleByIndex_v2", 16)))
                .isEqualTo(2);
        assertThat(this.calls.code(99, Call.u32("nvmlDeviceGetPowerUsage"))).isEqualTo(2);
        assertThat(this.calls.code(this.calls.handle(0), Call.u32("nvmlDeviceGetClockInfo", 4)))
                .isEqualTo(2);
    }

    @Test
    void aWordThatDoesNotFitIsNotCutOff() {
        assertThat(this.calls.code(this.calls.handle(0), Call.word("nvmlDeviceGetName", 10)))
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 16})
    void itShowsAsManyGpusAsWanted(int gpus) {
        DemoCalls machine = new DemoCalls(new DemoNvml(() -> NOON, gpus));

        assertThat(machine.number(NvmlCalls.NO_DEVICE, Call.u32("nvmlDeviceGetCount_v2"), ""))
                .isEqualTo(gpus);
        assertThat(machine.handle(gpus - 1)).isEqualTo(gpus);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 17})
    void aMachineOfNoneOrTooManyIsRefused(int gpus) {
        assertThatThrownBy(() -> new DemoNvml(() -> NOON, gpus)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyGpuIsAnotherOne() {
        List<Integer> all = IntStream.range(0, 16).boxed().toList();

        for (Metric identity : List.of(Metric.UUID, Metric.SERIAL, Metric.PCI_BUS_ID)) {
            assertThat(all).extracting((gpu) -> this.calls.word(gpu, identity)).doesNotHaveDuplicates();
        }
    }

    @Test
    void identitiesAreWellFormedAndObviouslyMadeUp() {
        assertThat(this.calls.word(3, Metric.UUID)).isEqualTo("GPU-de300000-0000-4000-8000-000000000003");
        assertThat(this.calls.word(3, Metric.SERIAL)).isEqualTo("DEMO-0004");
        assertThat(this.calls.word(3, Metric.PCI_BUS_ID)).isEqualTo("00000000:61:00.0");
        assertThat(this.calls.word(3, Metric.NAME)).isEqualTo("NVIDIA H100 80GB HBM3");
    }

    @Test
    void theLinkOfOneGpuIsNarrow() {
        assertThat(this.calls.number(5, Metric.PCIE_WIDTH_CURRENT)).isEqualTo(16);
        assertThat(this.calls.number(6, Metric.PCIE_WIDTH_CURRENT)).isEqualTo(8);
        assertThat(this.calls.number(6, Metric.PCIE_WIDTH_MAX)).isEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 185, 186})
    void fieldsCarryTheirOwnTimeTypeAndCode(int id) {
        ByteBuffer record = this.calls.field(this.calls.handle(7), id, 0);

        assertThat(record.getInt(28)).isZero();
        assertThat(record.getInt(24)).isEqualTo(1);
        assertThat(record.getLong(8)).isEqualTo(NOON.getEpochSecond() * 1_000_000);
        assertThat(record.getInt(32)).isPositive();
    }

    @Test
    void aFieldOrScopeThatTheBoardLacksIsRefusedAlone() {
        assertThat(this.calls.field(this.calls.handle(0), 4711, 0).getInt(28)).isEqualTo(NOT_SUPPORTED);
        assertThat(this.calls.field(this.calls.handle(0), 185, 1).getInt(28)).isEqualTo(NOT_SUPPORTED);
    }

    @Test
    void moreFieldsThanThereIsMemoryForAreRefused() {
        Layout room = new Layout(Layout.Passing.STRUCT, List.of(), 0);

        int code = this.calls.code(this.calls.handle(0), new Call("nvmlDeviceGetFieldValues", List.of(3), room));

        assertThat(code).isEqualTo(2);
    }
}
