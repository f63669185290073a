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
    private final Asking asking = new Asking(this.demo);

    static Stream<Probe> sources() {
        return Stream.of(Scope.GPU, Scope.LINK, Scope.MIG, Scope.PROCESS)
                .flatMap((scope) -> Metric.of(scope).stream())
                .flatMap((metric) -> metric.spec().probes().stream())
                .flatMap(DemoNvmlTests::parts);
    }

    /** Single questions of a getter or a field; what is asked in other ways has tests of its own. */
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
        long gpu = this.asking.handle(0);
        if (source instanceof Probe.Field field) {
            return this.asking.field(gpu, field.id(), field.scope()).getInt(28);
        }
        return this.asking.code(gpu, ((Probe.Member) source).call());
    }

    @Test
    void theDriverTellsItsVersions() {
        assertThat(driverWord("nvmlSystemGetDriverVersion")).isEqualTo("580.95.05");
        assertThat(driverWord("nvmlSystemGetNVMLVersion")).isEqualTo("13.580.95.05");
        assertThat(this.asking.number(NvmlCalls.NO_DEVICE, Call.u32("nvmlSystemGetCudaDriverVersion_v2"), ""))
                .isEqualTo(13_000);
    }

    private String driverWord(String symbol) {
        Call call = Call.word(symbol, 80);
        return this.asking.word(NvmlCalls.NO_DEVICE, call, call.layout().slot(""));
    }

    @Test
    void theDriverComesAndGoesWithoutAWord() {
        assertThat(this.asking.code(NvmlCalls.NO_DEVICE, Call.bare("nvmlInit_v2")))
                .isZero();
        assertThat(this.asking.code(NvmlCalls.NO_DEVICE, Call.bare("nvmlShutdown")))
                .isZero();
    }

    @Test
    void aSymbolThatNobodyKnowsIsMissing() {
        assertThat(this.asking.code(NvmlCalls.NO_DEVICE, Call.bare("nvmlSystemGetTea")))
                .isEqualTo(13);
    }

    /** A new row of the catalogue needs no line here: "install a newer driver" would be a wrong advice. */
    @Test
    void whatTheSceneDoesNotShowItsBoardsDoNotHave() {
        assertThat(this.asking.code(this.asking.handle(0), Call.u32("nvmlDeviceGetTea")))
                .isEqualTo(NOT_SUPPORTED);
    }

    @Test
    void aGpuThatDoesNotExistHereEitherIsAnInvalidArgument() {
        assertThat(this.asking.code(NvmlCalls.NO_DEVICE, Call.u64("nvmlDeviceGetHandleByIndex_v2", 16)))
                .isEqualTo(2);
        assertThat(this.asking.code(99, Call.u32("nvmlDeviceGetPowerUsage"))).isEqualTo(2);
        assertThat(this.asking.code(this.asking.handle(0), Call.u32("nvmlDeviceGetClockInfo", 4)))
                .isEqualTo(2);
    }

    @Test
    void aWordThatDoesNotFitIsNotCutOff() {
        assertThat(this.asking.code(this.asking.handle(0), Call.word("nvmlDeviceGetName", 10)))
                .isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8, 16})
    void itShowsAsManyGpusAsWanted(int gpus) {
        Asking machine = new Asking(new DemoNvml(() -> NOON, gpus));

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
            assertThat(all).extracting((gpu) -> this.asking.word(gpu, identity)).doesNotHaveDuplicates();
        }
    }

    @Test
    void identitiesAreWellFormedAndObviouslyMadeUp() {
        assertThat(this.asking.word(3, Metric.UUID)).isEqualTo("GPU-de300000-0000-4000-8000-000000000003");
        assertThat(this.asking.word(3, Metric.SERIAL)).isEqualTo("DEMO-0004");
        assertThat(this.asking.word(3, Metric.PCI_BUS_ID)).isEqualTo("00000000:61:00.0");
        assertThat(this.asking.word(3, Metric.NAME)).isEqualTo("NVIDIA H100 80GB HBM3");
    }

    @Test
    void theLinkOfOneGpuIsNarrow() {
        assertThat(this.asking.number(5, Metric.PCIE_WIDTH_CURRENT)).isEqualTo(16);
        assertThat(this.asking.number(6, Metric.PCIE_WIDTH_CURRENT)).isEqualTo(8);
        assertThat(this.asking.number(6, Metric.PCIE_WIDTH_MAX)).isEqualTo(16);
    }

    @ParameterizedTest
    @ValueSource(ints = {82, 185, 186})
    void fieldsCarryTheirOwnTimeTypeAndCode(int id) {
        ByteBuffer record = this.asking.field(this.asking.handle(7), id, 0);

        assertThat(record.getInt(28)).isZero();
        assertThat(record.getInt(24)).isEqualTo(1);
        assertThat(record.getLong(8)).isEqualTo(NOON.getEpochSecond() * 1_000_000);
        assertThat(record.getInt(32)).isPositive();
    }

    @Test
    void aFieldOrScopeThatTheBoardLacksIsRefusedAlone() {
        assertThat(this.asking.field(this.asking.handle(0), 4711, 0).getInt(28)).isEqualTo(NOT_SUPPORTED);
        assertThat(this.asking.field(this.asking.handle(0), 185, 1).getInt(28)).isEqualTo(NOT_SUPPORTED);
    }

    @Test
    void moreFieldsThanThereIsMemoryForAreRefused() {
        Layout room = new Layout(Layout.Passing.STRUCT, List.of(), 0);

        int code = this.asking.code(this.asking.handle(0), new Call("nvmlDeviceGetFieldValues", List.of(3), room));

        assertThat(code).isEqualTo(2);
    }
}
