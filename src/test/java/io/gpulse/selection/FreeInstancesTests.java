package io.gpulse.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreeInstancesTests extends WatchedGpus {

    private static final List<MigSample> ALL = Instances.ofH100();

    @Test
    void instancesOfTheProfileAreChosenByPlace() {
        watch(2, new Board().at(0), Instances.split(new Board().at(1), ALL));

        FreeGpusResponse found = choose(wanting("1g.10gb", 1, null, false));

        assertThat(found.chosen()).containsExactly(named(2));
        assertThat(found.alsoFree()).containsExactly(named(3));
        assertThat(found.windowSeconds()).isEqualTo(0);
        assertThat(found.rejected())
                .extracting(FreeGpusResponse.Rejected::reasons)
                .containsExactly(
                        List.of("It is not split into MIG instances."),
                        List.of("Its profile is 3g.40gb.", "A process uses it.", "11091 MiB of its memory are used."),
                        List.of("Its profile is 2g.20gb."));
    }

    @Test
    void aSplitGpuIsStillNotOfferedAsAWhole() {
        watch(2, Instances.split(new Board().at(0), ALL));

        assertThat(choose(wanting("1g.10gb", 1, null, false)).gpus())
                .singleElement()
                .satisfies((gpu) -> assertThat(gpu.obstacles()).containsExactly(Obstacle.Kind.MIG));
        assertThat(choose(USUAL).chosen()).isEmpty();
    }

    @Test
    void memoryDecidesWhereTheProcessesOfAnInstanceAreUnknown() {
        Reading hidden = Reading.absent(Reason.NO_PERMISSION);
        List<MigSample> unknown = new ArrayList<>();
        ALL.forEach((instance) -> unknown.add(Instances.with(instance, Metric.MIG_PROCESSES, hidden)));
        watch(2, Instances.split(new Board().at(1), unknown));

        assertThat(choose(wanting("1g.10gb", 1, null, false)).chosen()).containsExactly(named(2));
        assertThat(reasons(wanting("3g.40gb", 1, null, false)))
                .contains("Its processes are unknown (NO_PERMISSION).", "11091 MiB of its memory are used.");
    }

    @Test
    void anInstanceWithUnknownMemoryIsNotFree() {
        MigSample late = Instances.with(ALL.get(3), Metric.MIG_MEMORY_USED, Reading.absent(Reason.TIMED_OUT));
        MigSample unknown = Instances.with(late, Metric.MIG_MEMORY_FREE, Reading.absent(Reason.TIMED_OUT));
        watch(2, Instances.split(new Board().at(1), List.of(unknown)));

        assertThat(reasons(wanting("1g.10gb", 1, null, false)))
                .containsExactly("Its used memory is unknown (TIMED_OUT).");
        assertThat(reasons(wanting("1g.10gb", 1, GIB, false)))
                .containsExactly("Its free memory is unknown (TIMED_OUT).");
    }

    @Test
    void requestedMemoryMustBeFree() {
        watch(2, Instances.split(new Board().at(1), List.of(ALL.get(0))));

        assertThat(choose(wanting("3g.40gb", 1, 20 * GIB, true)).chosen()).containsExactly(named(0));
        assertThat(reasons(wanting("3g.40gb", 1, 30 * GIB, true)))
                .containsExactly("29357 MiB of its memory are free; 30720 MiB are requested.");

        MigSample exact = Instances.with(ALL.get(0), Metric.MIG_MEMORY_FREE, new Reading.Quantity(30 * GIB));
        watch(2, Instances.split(new Board().at(1), List.of(exact)));
        assertThat(choose(wanting("3g.40gb", 1, 30 * GIB, true)).chosen()).containsExactly(named(0));
    }

    @Test
    void aGpuWithoutKnownInstancesHasAReason() {
        watch(
                2,
                Instances.split(new Board().at(0), List.of()),
                Snapshots.troubled(1, GpuState.LOST, "It has fallen off the bus."));

        assertThat(reasons(wanting("1g.10gb", 1, null, false)))
                .containsExactly(
                        "It has no MIG instances, or they are unknown.",
                        "It is LOST since 2026-11-20T10:00:01.003Z: It has fallen off the bus.");
    }

    private static FreeGpu named(int place) {
        return new FreeGpu(1, ALL.get(place).uuid());
    }

    private static FreeQuery wanting(String profile, int count, Long minMemory, boolean shared) {
        return new FreeQuery(count, size(minMemory), null, null, shared, null, new MigProfile(profile), null);
    }
}
