package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.selection.GpuAvailability.Category;
import io.gpulse.testing.Snapshots;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GpuAvailabilityTests extends WatchedGpus {

    @Test
    void anIdleGpuThatIsHeldIsFreeBut() {
        watch(
                61,
                new Board().at(0),
                new Board()
                        .with(Metric.PROCESSES_RUNNING, 2)
                        .with(Metric.COMPUTE_MODE, 3)
                        .using(30_000)
                        .at(1),
                new Board().busy(97).with(Metric.PROCESSES_RUNNING, 1).at(2),
                new Board().with(Metric.COMPUTE_MODE, 2).at(3));

        assertThat(choose(USUAL).gpus())
                .extracting(GpuAvailability::category)
                .containsExactly(Category.FREE, Category.FREE_BUT, Category.NOT_FREE, Category.NOT_FREE);
        assertThat(choose(USUAL).gpus().get(1).obstacles())
                .containsExactly(Obstacle.Kind.PROCESSES, Obstacle.Kind.EXCLUSIVE, Obstacle.Kind.MEMORY_USED);
    }

    @Test
    void aGpuThatIsTooSmallIsNotFreeAndOneThatIsHeldIsFreeBut() {
        watch(2, new Board().using(30_000).at(0));

        assertThat(choose(wanting(1, 60 * GIB)).gpus().get(0).category()).isEqualTo(Category.FREE_BUT);
        assertThat(choose(wanting(1, 90 * GIB)).gpus().get(0).category()).isEqualTo(Category.NOT_FREE);
        assertThat(choose(wanting(1, 90 * GIB)).gpus().get(0).obstacles()).containsExactly(Obstacle.Kind.MEMORY_TOTAL);
    }

    @Test
    void memoryThatIsSharedIsFreeAsFarAsOtherProgramsLeaveIt() {
        watch(2, new Board().sharing(0, 40_000).at(0));

        GpuAvailability free = choose(wanting(1, 30 * GIB)).gpus().get(0);
        FreeGpusResponse tooMuch = choose(wanting(1, 60 * GIB));

        assertThat(free.category()).isEqualTo(Category.FREE);
        assertThat(free.sharedMemory()).isTrue();
        assertThat(free.freeMemory()).isEqualTo(40_000L << 20);
        assertThat(tooMuch.gpus().get(0).obstacles()).containsExactly(Obstacle.Kind.MEMORY_FREE);
        assertThat(tooMuch.rejected().get(0).reasons())
                .containsExactly("40000 MiB of the memory that it shares with the system are free; 61440 MiB are"
                        + " requested.");
    }

    @Test
    void littleUseOfSharedMemoryIsUse() {
        watch(
                2,
                new Board().sharing(2_000, 40_000).at(0),
                new Board().usingWithReserve(2_000).at(1));

        assertThat(choose(wanting(2, null)).gpus())
                .extracting(GpuAvailability::obstacles)
                .containsExactly(List.of(Obstacle.Kind.MEMORY_USED), List.of());
        assertThat(choose(USUAL).gpus())
                .extracting(GpuAvailability::sharedMemory)
                .containsExactly(true, false);
    }

    @Test
    void factsOfTheDecisionAreReported() {
        watch(5, new Board().busy(97).using(30_000).at(0), Snapshots.troubled(1, GpuState.LOST, "Lost."));

        GpuAvailability busy = choose(USUAL).gpus().get(0);
        GpuAvailability lost = choose(USUAL).gpus().get(1);

        assertThat(busy.maxUtilization()).isEqualTo(97L);
        assertThat(busy.windowSeconds()).isEqualTo(4L);
        assertThat(busy.processes()).isEqualTo(0L);
        assertThat(busy.totalMemory()).isEqualTo(81_559L << 20);
        assertThat(lost.since()).isEqualTo("2026-11-20T10:00:01.003Z");
        assertThat(lost.freeMemory()).isNull();
        assertThat(lost.maxUtilization()).isNull();
    }

    @Test
    void theTotalMemoryOfALostGpuIsKnownFromBefore() {
        GpuSample before = new Board().using(30_000).at(0);
        GpuSample.Last last = new GpuSample.Last(Instant.parse("2026-11-20T09:58:00Z"), before.known());
        watch(5, Snapshots.troubled(0, GpuState.LOST, "Lost.").with(last));

        GpuAvailability lost = choose(USUAL).gpus().get(0);

        assertThat(lost.totalMemory()).isEqualTo(81_559L << 20);
        assertThat(lost.freeMemory()).isNull();
        assertThat(lost.processes()).isNull();
    }

    @Test
    void aGpuIsUnavailableSinceTheStartOfItsOldestProcess() {
        GpuSample gpu = new Board().busy(50).at(0);
        Instant start = Instant.parse("2026-11-20T09:00:00Z");
        watch(2, gpu.with(List.of(process(7, start.plusSeconds(60)), process(8, start), process(9, null))));

        assertThat(choose(USUAL).gpus().get(0).since()).isEqualTo(start);
    }

    @Test
    void aPauseOfABusyProgramDoesNotChangeSinceWhenItUsesTheGpu() {
        Instant start = Instant.parse("2026-11-20T09:00:00Z");
        Board board = new Board().with(Metric.PROCESSES_RUNNING, 1);
        watch(1, board.busy(97).at(0).with(List.of(process(7, start))));
        GpuSample paused = board.busy(0).at(0).with(List.of(process(7, start)));
        watch(2, paused.with(new Activity(start.plusSeconds(3600), null)));

        assertThat(choose(USUAL).gpus().get(0).since()).isEqualTo(start);
    }

    @Test
    void aBusyGpuThatIsFreeByTheRequestIsNotFreeSinceTheStartOfItsProcess() {
        Instant start = Instant.parse("2026-11-20T09:00:00Z");
        watch(2, new Board().busy(50).at(0).with(List.of(process(7, start))));
        FreeQuery any = new FreeQuery(1, null, 100.0, null, true, null, null, null);

        assertThat(choose(any).gpus().get(0).category()).isEqualTo(Category.FREE);
        assertThat(choose(any).gpus().get(0).since()).isNull();
    }

    @Test
    void anIdleGpuIsAvailableSinceItBecameIdle() {
        Instant idle = Instant.parse("2026-11-20T09:30:00Z");
        watch(2, new Board().at(0).with(new Activity(idle, null)));

        assertThat(choose(USUAL).gpus().get(0).since()).isEqualTo(idle);
    }

    @Test
    void gpusOfOtherModelsAreRejected() {
        watch(2, new Board().at(0));
        FreeQuery a100 = new FreeQuery(1, null, null, null, null, "A100", null, null);
        FreeQuery h100 = new FreeQuery(1, null, null, null, null, " h100 ", null, null);
        FreeQuery h10 = new FreeQuery(1, null, null, null, null, "H10", null, null);

        assertThat(reasons(a100))
                .containsExactly("Its model is " + Snapshots.identity(0).name() + ".");
        assertThat(choose(a100).gpus().get(0).obstacles()).containsExactly(Obstacle.Kind.MODEL);
        assertThat(reasons(h100)).isEmpty();
        assertThat(reasons(h10)).isEqualTo(reasons(a100));
    }

    @Test
    void aGpuWithTheRequestedMemoryInAllMayHaveItLater() {
        watch(2, new Board().using(10_000).with(Metric.MEMORY_TOTAL, 80 * GIB).at(0));

        assertThat(obstacles(80 * GIB)).containsExactly(Obstacle.Kind.MEMORY_FREE);
        assertThat(obstacles(81 * GIB)).containsExactly(Obstacle.Kind.MEMORY_TOTAL);
    }

    private List<Obstacle.Kind> obstacles(long memory) {
        return choose(wanting(1, memory)).gpus().get(0).obstacles();
    }

    private static ProcessSample process(int pid, @Nullable Instant startedAt) {
        return new ProcessSample(pid, ProcessSample.Type.COMPUTE, "python", startedAt, Readings.of(Map.of()));
    }
}
