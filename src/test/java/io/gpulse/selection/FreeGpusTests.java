package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import io.gpulse.testing.StateRounds;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreeGpusTests extends WatchedGpus {

    @Test
    void unusedGpuIsChosen() {
        watch(61, new Board().at(0));

        FreeGpusResponse selection = choose(USUAL);

        assertThat(indices(selection.chosen())).containsExactly(0);
        assertThat(selection.rejected()).isEmpty();
        assertThat(selection.windowSeconds()).isEqualTo(60L);
    }

    @Test
    void aGpuThatSharesItsUuidIsNamedByItsIndex() {
        GpuSample own = new Board().at(1);
        GpuIdentity shared = Snapshots.identity(1).shared();
        watch(
                61,
                new Board().at(0),
                new GpuSample(1, shared, own.condition(), own.sampledAt(), null, own.known(), own.activity()));

        assertThat(choose(wanting(2, null)).environment())
                .isEqualTo("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=0,1");
        assertThat(choose(wanting(1, null)).environment())
                .endsWith("=" + Snapshots.identity(0).uuid());
    }

    @Test
    void aGpuThatASchedulerAssignedIsNotFreeAndSaysForWhom() {
        watch(2, new Board().at(0).reserved(StateRounds.JOBS), new Board().at(1).reserved(StateRounds.JOBS));

        FreeGpusResponse selection = choose(wanting(2, null));

        assertThat(indices(selection.chosen())).containsExactly(1);
        assertThat(selection.rejected().get(0).reasons()).containsExactly("It is reserved for job 280678 of mchen.");
        assertThat(selection.gpus().get(0).category()).isEqualTo(GpuAvailability.Category.NOT_FREE);
        assertThat(selection.gpus().get(0).obstacles()).containsExactly(Obstacle.Kind.RESERVED);
    }

    @Test
    void gpuWithoutUsedMemoryIsCheckedByItsProcesses() {
        watch(
                2,
                new Board().without(Metric.MEMORY_USED, Reason.NOT_SUPPORTED).at(0),
                new Board().without(Metric.MEMORY_USED, Reason.NO_PERMISSION).at(1));

        assertThat(indices(choose(wanting(2, null)).chosen())).containsExactly(0);
    }

    @Test
    void windowIsAtMostTheSampledSpan() {
        watch(5, new Board().at(0), new Board().at(1));

        assertThat(choose(USUAL).windowSeconds()).isEqualTo(4L);
        assertThat(choose(USUAL).chosen()).hasSize(1);
    }

    @Test
    void windowIsTheShortestOfTheFreeGpusAndTheLongestIfNoneIsFree() {
        watch(20, new Board().at(0));
        watch(5, new Board().at(0), new Board().at(1));

        assertThat(choose(wanting(2, null)).windowSeconds()).isEqualTo(4L);
        assertThat(choose(wanting(2, 100 * GIB)).windowSeconds()).isEqualTo(24L);
    }

    @Test
    void everyGpuIsInOneOfTheLists() {
        watch(2, new Board().at(0), new Board().busy(70).at(1), new Board().at(2), new Board().at(3));

        FreeGpusResponse selection = choose(USUAL);

        assertThat(indices(selection.chosen())).containsExactly(0);
        assertThat(indices(selection.alsoFree())).containsExactly(2, 3);
        assertThat(selection.rejected().stream()
                        .map(FreeGpusResponse.Rejected::gpu)
                        .map(FreeGpu::index))
                .containsExactly(1);
    }

    @Test
    void gpusWithTheMostFreeMemoryComeFirstAndNeighboursStayTogether() {
        watch(
                2,
                new Board().using(40_000).at(0),
                new Board().using(3).at(1),
                new Board().using(0).at(2),
                new Board().using(20_000).at(3));

        FreeGpusResponse selection = choose(wanting(4, 10 * GIB));

        assertThat(indices(selection.chosen())).containsExactly(1, 2, 3, 0);
    }

    @Test
    void fewerGpusThanRequestedAreChosenWhenThereAreNoMore() {
        watch(2, new Board().at(0));

        assertThat(choose(wanting(3, null)).chosen()).hasSize(1);
    }

    @Test
    void shortWorkInTheWindowRejectsAGpu() {
        watch(30, new Board().at(0));
        watch(1, new Board().busy(97).at(0));
        watch(40, new Board().at(0));

        assertThat(reasons(USUAL)).containsExactly("Its utilization was up to 97 % in the last 60 s.");
        assertThat(reasons(lasting(Duration.ofSeconds(30)))).isEmpty();
    }

    @Test
    void utilizationUpToTheLimitIsFree() {
        watch(2, new Board().busy(5).at(0));

        assertThat(reasons(USUAL)).isEmpty();
        assertThat(reasons(new FreeQuery(1, null, 4.9, null, null, null, null, null)))
                .containsExactly("Its utilization was up to 5 % in the last 1 s.");
    }

    @Test
    void gpuWithUnknownUtilizationIsNotFree() {
        watch(
                2,
                new Board()
                        .without(Metric.UTILIZATION_GPU, Reason.NOT_SUPPORTED)
                        .at(0));

        assertThat(reasons(USUAL)).containsExactly("Its utilization is unknown (NOT_SUPPORTED).");
    }

    @Test
    void returningGpuIsNotFreeBeforeAFullWindow() {
        watch(100, new Board().at(0), new Board().at(1));
        watch(1, new Board().at(0), Snapshots.troubled(1, GpuState.STUCK, "stuck"));
        watch(6, new Board().at(0), new Board().at(1));

        FreeGpusResponse early = choose(wanting(2, null));
        watch(60, new Board().at(0), new Board().at(1));

        assertThat(indices(early.chosen())).containsExactly(0);
        assertThat(early.rejected().get(0).reasons()).containsExactly("It has responded again for only 5 s.");
        assertThat(early.windowSeconds()).isEqualTo(60L);
        assertThat(indices(choose(wanting(2, null)).chosen())).containsExactly(0, 1);
    }

    @Test
    void processesRejectUnlessTheyAreAllowed() {
        watch(2, new Board().with(Metric.PROCESSES_RUNNING, 1).at(0));
        assertThat(reasons(USUAL)).containsExactly("A process uses it.");

        watch(2, new Board().with(Metric.PROCESSES_RUNNING, 3).using(30_000).at(0));

        assertThat(reasons(USUAL)).containsExactly("3 processes use it.", "30000 MiB of its memory are used.");
        assertThat(reasons(sharing(null))).isEmpty();
        assertThat(reasons(sharing(50 * GIB)))
                .containsExactly("50959 MiB of its memory are free; 51200 MiB are requested.");
    }

    @Test
    void memoryDecidesWhereProcessesAreUnknown() {
        watch(
                2,
                new Board()
                        .without(Metric.PROCESSES_RUNNING, Reason.HIDDEN)
                        .using(10)
                        .at(0));
        assertThat(reasons(USUAL)).isEmpty();
        assertThat(reasons(wanting(1, GIB))).isEmpty();

        watch(
                2,
                new Board()
                        .without(Metric.PROCESSES_RUNNING, Reason.NO_PERMISSION)
                        .using(600)
                        .at(0));

        String reason = "Its processes are unknown (NO_PERMISSION), and 600 MiB of its memory are used.";
        assertThat(reasons(USUAL)).containsExactly(reason);
        assertThat(reasons(wanting(1, GIB))).containsExactly(reason);
        assertThat(reasons(sharing(GIB))).isEmpty();
    }

    @Test
    void unexplainedMemoryUseRejectsAGpu() {
        watch(2, new Board().using(900).at(0));

        assertThat(reasons(USUAL)).containsExactly("900 MiB of its memory are used.");
        assertThat(reasons(wanting(1, 40 * GIB))).isEmpty();
        assertThat(reasons(wanting(1, 80 * GIB)))
                .containsExactly("80059 MiB of its memory are free; 81920 MiB are requested.");
    }

    @Test
    void exactlyTheRequestedMemoryIsEnough() {
        watch(2, new Board().with(Metric.MEMORY_FREE, 40 * GIB).at(0));

        assertThat(reasons(wanting(1, 40 * GIB))).isEmpty();
    }

    @Test
    void driversReserveIsNotUsedMemory() {
        watch(2, new Board().usingWithReserve(700).at(0));
        assertThat(reasons(USUAL)).isEmpty();

        watch(2, new Board().usingWithReserve(9_000).at(0));

        assertThat(reasons(USUAL)).containsExactly("9000 MiB of its memory are used.");
    }

    @Test
    void gpuWithUnknownMemoryIsNotFree() {
        Board board = new Board().without(Metric.MEMORY_USED, Reason.ERROR).without(Metric.MEMORY_FREE, Reason.ERROR);
        watch(2, board.at(0));

        assertThat(reasons(USUAL)).containsExactly("Its used memory is unknown (ERROR).");
        assertThat(reasons(wanting(1, GIB))).containsExactly("Its free memory is unknown (ERROR).");
    }

    @Test
    void unresponsiveGpuIsReported() {
        watch(2, Snapshots.troubled(0, GpuState.LOST, "It has fallen off the bus."));

        assertThat(reasons(USUAL))
                .containsExactly("It is LOST since 2026-11-20T10:00:01.003Z: It has fallen off the bus.");
        assertThat(choose(USUAL).windowSeconds()).isEqualTo(0L);
    }

    @Test
    void aGpuThatSleepsIsReportedAsSleeping() {
        watch(2, Snapshots.troubled(0, GpuState.SLEEPING, "gpulse does not wake it."));

        assertThat(reasons(USUAL))
                .containsExactly("It is sleeping since 2026-11-20T10:00:01.003Z: gpulse does not wake it.");
    }

    @Test
    void aGpuThatIsSplitIsNotFreeAsAWhole() {
        watch(2, new Board().with(Metric.MIG_MODE_CURRENT, 1).at(0));

        assertThat(reasons(USUAL)).containsExactly("It is split into MIG instances.");
    }

    @Test
    void theComputeModeMustAdmitOneMore() {
        watch(2, new Board().with(Metric.COMPUTE_MODE, 2).at(0));
        assertThat(reasons(sharing(null))).containsExactly("Its compute mode is Prohibited.");

        watch(2, new Board().with(Metric.COMPUTE_MODE, 3).at(0));
        assertThat(reasons(USUAL)).isEmpty();

        watch(
                2,
                new Board()
                        .with(Metric.COMPUTE_MODE, 3)
                        .with(Metric.PROCESSES_RUNNING, 1)
                        .at(0));
        assertThat(reasons(sharing(null))).containsExactly("Its compute mode is Exclusive_Process, and it is in use.");
    }

    @Test
    void memoryDecidesWhetherAGpuIsUsedExclusivelyWhereProcessesAreUnknown() {
        Board exclusive = new Board().with(Metric.COMPUTE_MODE, 3).without(Metric.PROCESSES_RUNNING, Reason.HIDDEN);
        watch(2, exclusive.using(10).at(0));
        assertThat(reasons(sharing(null))).isEmpty();

        watch(2, exclusive.using(600).at(0));
        assertThat(reasons(sharing(null))).containsExactly("Its compute mode is Exclusive_Process, and it is in use.");
    }

    private static FreeQuery lasting(Duration window) {
        return new FreeQuery(null, null, null, window, null, null, null, null);
    }

    private static FreeQuery sharing(Long minMemory) {
        return new FreeQuery(null, size(minMemory), null, null, true, null, null, null);
    }

    private static List<Integer> indices(List<FreeGpu> gpus) {
        return gpus.stream().map(FreeGpu::index).toList();
    }
}
