package io.gpulse.workload;

import static io.gpulse.workload.StoredJobs.at;
import static io.gpulse.workload.StoredJobs.identity;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.workload.Workload;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessAccount.Identity;
import io.gpulse.history.accounting.ProcessKey;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JobsTests {

    /** Minutes; a process that ends with minute 99 still runs. */
    private record Span(int from, int to) {}

    private static ProcessAccount process(int pid, int gpu, Span span, Membership membership) {
        return StoredJobs.process(
                new ProcessKey("GPU-" + gpu, pid, at(span.from)),
                at(span.to),
                span.to < 99,
                identity("train.py", "anna", membership));
    }

    private static Membership group(String id) {
        return new Membership(id, null, null, null);
    }

    private static Membership job(String id, String group) {
        return new Membership(group, Workload.Kind.JOB, "slurm", id);
    }

    private static List<List<Integer>> pids(ProcessAccount... processes) {
        return jobs(processes).stream().map((job) -> List.copyOf(job.pids())).toList();
    }

    private static List<GpuJob> jobs(ProcessAccount... processes) {
        return Jobs.of(List.of(processes), at(100), (uuid, from, to) -> false);
    }

    @Test
    void processesOfOneWorkloadAreOneJobThoughTheyBeganHoursApart() {
        assertThat(pids(
                        process(1, 0, new Span(0, 10), job("7", "1-1")),
                        process(2, 1, new Span(90, 95), job("7", "2-1")),
                        process(3, 2, new Span(0, 10), job("8", "3-1"))))
                .containsExactly(List.of(1, 2), List.of(3));
    }

    @Test
    void runningProcessesOfTwoGroupsAreTwoJobsThoughTheyBeganTogether() {
        assertThat(pids(
                        process(1, 0, new Span(0, 99), group("1-1")),
                        process(2, 1, new Span(0, 99), group("1-1")),
                        process(3, 2, new Span(0, 99), group("3-1"))))
                .containsExactly(List.of(1, 2), List.of(3));
    }

    @Test
    void withoutGroupsThoseThatBeganTogetherAreOneJob() {
        assertThat(pids(
                        process(1, 0, new Span(0, 99), Membership.NONE),
                        process(2, 1, new Span(4, 99), Membership.NONE)))
                .containsExactly(List.of(1, 2));
    }

    @Test
    void withoutProgramsAndUsersAProcessIsAJob() {
        Identity unknown =
                new Identity(ProcessSample.Type.COMPUTE, null, null, null, null, null, null, Membership.NONE);
        ProcessAccount[] all = Stream.of(
                        new ProcessKey("GPU-0", 1, at(0)),
                        new ProcessKey("GPU-1", 1, at(0)),
                        new ProcessKey("GPU-2", 2, at(0)),
                        new ProcessKey("GPU-0", 3, at(20)))
                .map((key) -> StoredJobs.process(key, at(20), key.pid() != 3, unknown))
                .toArray(ProcessAccount[]::new);

        assertThat(pids(all)).containsExactly(List.of(1), List.of(2), List.of(3));
        assertThat(jobs(all).get(0).uuids()).containsExactly("GPU-0", "GPU-1");
        assertThat(jobs(all)).noneMatch(GpuJob::isRestarted);
    }

    @Test
    void aProcessThatFollowsOnTheSameGpuBelongsToTheJob() {
        assertThat(pids(process(1, 0, new Span(0, 20), group("1-1")), process(2, 0, new Span(22, 50), group("2-1"))))
                .containsExactly(List.of(1, 2));
        assertThat(pids(process(1, 0, new Span(0, 20), group("1-1")), process(2, 1, new Span(22, 50), group("2-1"))))
                .containsExactly(List.of(1), List.of(2));
    }

    @Test
    void theChildOfAKernelBelongsToItByItsGroup() {
        Membership kernel = new Membership("1-1", Workload.Kind.KERNEL, null, "2a6b");
        List<GpuJob> jobs = jobs(process(1, 0, new Span(0, 99), kernel), process(2, 1, new Span(50, 99), group("1-1")));

        assertThat(jobs).singleElement().satisfies((job) -> {
            assertThat(job.id()).isEqualTo("kernel-2a6b");
            assertThat(job.pids()).containsExactly(1, 2);
        });
    }

    @Test
    void anIdHasNoCharactersThatAnAddressWouldEscape() {
        assertThat(jobs(process(1, 0, new Span(0, 99), job("12[4]/x y", "1-1")))
                        .get(0)
                        .id())
                .isEqualTo("slurm-12-4--x-y");
        assertThat(jobs(process(1, 0, new Span(0, 99), Membership.NONE)).get(0).id())
                .isEqualTo("1-" + at(0) / 1000);
    }

    @Test
    void aJobIsCalledByTheGroupOfEachOfItsProcesses() {
        GpuJob job = jobs(process(1, 0, new Span(0, 20), group("1-1")), process(2, 0, new Span(22, 50), group("2-1")))
                .get(0);

        assertThat(Stream.of("1-1", "2-1", "3-1").map(job::isCalled)).containsExactly(true, true, false);
    }

    @Test
    void fourThousandProcessesOfOneJobAreGroupedAtOnce() {
        ProcessAccount[] all = IntStream.range(0, 4096)
                .mapToObj((pid) -> process(pid, pid % 8, new Span(pid % 90, 95), job("7", pid + "-1")))
                .toArray(ProcessAccount[]::new);

        assertThat(jobs(all))
                .singleElement()
                .satisfies((job) -> assertThat(job.pids()).hasSize(4096));
    }
}
