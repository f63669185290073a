package io.gpulse.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import io.gpulse.testing.Snapshots;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReservedJobTests {

    private static GpuSample gpu(int index, String job, String user) {
        Workload workload = new Workload(Kind.JOB, job, null, "slurm", null, Evidence.GPUSTAT_FILE);
        return Snapshots.gpu(index, Map.of()).reserved(List.of(new Reservation(String.valueOf(index), workload, user)));
    }

    private static List<ReservedJob> of(@Nullable String user, GpuSample... gpus) {
        Snapshot latest = Snapshots.of(1, Snapshots.NVML, List.of(gpus));
        return ReservedJob.of(latest, List.of(), new JobQuery(user, null, null, null, null));
    }

    @Test
    void aJobHasAllOfItsGpus() {
        assertThat(of(null, gpu(0, "7", "anna"), gpu(1, "7", "anna"), gpu(2, "8", "bob")))
                .containsExactly(
                        new ReservedJob("7", "slurm", "anna", List.of(0, 1)),
                        new ReservedJob("8", "slurm", "bob", List.of(2)));
    }

    @Test
    void onlyJobsOfTheRequestedUserAreListed() {
        assertThat(of("bob", gpu(0, "7", "anna"), gpu(2, "8", "bob")))
                .containsExactly(new ReservedJob("8", "slurm", "bob", List.of(2)));
    }
}
