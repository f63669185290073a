package io.gpulse.sampling;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuState;
import io.gpulse.device.Owner;
import io.gpulse.device.ProcessGroups;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.SourceKind;
import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The lookup of owners, concurrent with the rounds, which it never delays. */
class OwnerLaneTests {

    private static final Instant STARTED = Instant.parse("2026-11-20T09:14:01.870Z");

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
    private final Stage stage = Stage.of(this.machine);
    private final List<Set<Integer>> requested = new ArrayList<>();
    private final Map<Integer, Owner> owners = new HashMap<>();

    OwnerLaneTests() {
        this.owners.put(10, new Owner("python", STARTED, new Reading.Text("mchen")));
        this.owners.put(20, new Owner("vllm", STARTED, new Reading.Text("serving")));
        this.stage.knows = (pids) -> {
            this.requested.add(pids);
            return Map.copyOf(this.owners);
        };
    }

    @Test
    void ownersAreKnownInTheRoundAfterAProcessIsFirstListed() {
        uses(0, 10);
        this.stage.begin();
        assertThat(user(0)).isEqualTo(Reading.absent(Reason.NO_DATA));

        this.stage.await(ofSeconds(1));

        assertThat(processes(0))
                .extracting(ProcessSample::name, ProcessSample::startedAt)
                .containsExactly(tuple("python", STARTED));
        assertThat(user(0)).isEqualTo(new Reading.Text("mchen"));
        assertThat(processes(0).get(0).readings().of(Metric.PROCESS_COMMAND)).contains(Reading.absent(Reason.HIDDEN));
        assertThat(this.requested).containsExactly(Set.of(10));
    }

    @Test
    void theProcessesOfAGroupHaveItsIdOnEveryGpu() {
        ProcessGroups.Lineage lineage = new ProcessGroups.Lineage(500, 500);
        this.owners.put(10, this.owners.get(10).with(lineage));
        this.owners.put(11, this.owners.get(10));
        uses(0, 10, 20);
        uses(1, 11);
        this.stage.begin();
        assertThat(processes(1)).extracting(ProcessSample::group).containsOnlyNulls();

        this.stage.await(ofSeconds(1));

        assertThat(processes(0)).extracting(ProcessSample::group).containsExactly("10-1795166041", "20-1795166041");
        assertThat(processes(1)).extracting(ProcessSample::group).containsExactly("10-1795166041");
    }

    @Test
    void theProcessesOfAllGpusAreLookedUpTogetherInEveryRound() {
        uses(0, 10, 20);
        uses(1, 20);
        this.stage.begin().await(ofSeconds(2));

        assertThat(this.requested).containsExactly(Set.of(10, 20), Set.of(10, 20));
        assertThat(user(1)).isEqualTo(new Reading.Text("serving"));
    }

    @Test
    void withoutProcessesNothingIsLookedUpAfterTheLastWasForgotten() {
        uses(0, 10);
        this.stage.begin().await(ofSeconds(1));
        uses(0);

        this.stage.await(ofSeconds(5));

        assertThat(this.requested).containsExactly(Set.of(10), Set.of(10), Set.of());
    }

    @Test
    void aPidReusedByAnotherProcessIsLeftOutOfTheRound() {
        uses(0, 10, 20);
        this.stage.begin().await(ofSeconds(1));

        Owner gone = this.owners.remove(10);
        this.stage.await(ofSeconds(1));
        assertThat(processes(0)).extracting(ProcessSample::pid).containsExactly(20);

        this.owners.put(10, gone);
        this.stage.await(ofSeconds(1));
        assertThat(processes(0)).extracting(ProcessSample::pid).containsExactly(10, 20);
    }

    @Test
    void aDirectoryThatDoesNotAnswerDelaysNoRoundAndIsReported() {
        uses(0, 10);
        this.stage.begin().await(ofSeconds(1)).hold("owners").await(ofSeconds(4));
        assertThat(user(0)).isEqualTo(new Reading.Text("mchen"));
        int rounds = this.stage.seen.size();

        this.stage.await(ofSeconds(4));

        assertThat(this.stage.seen)
                .hasSize(rounds + 4)
                .allMatch((round) -> round.took().isZero());
        assertThat(this.stage.gpu(0).state()).isEqualTo(GpuState.OK);
        assertThat(user(0)).isEqualTo(Reading.absent(Reason.TIMED_OUT));
        assertThat(processes(0).get(0).name()).isNull();
        assertThat(this.stage.waitingOn("owners")).isEqualTo(1);
    }

    @Test
    void aDirectoryThatAnswersAgainIsQueriedAgain() {
        uses(0, 10);
        this.stage.begin().hold("owners").await(ofSeconds(20));

        this.stage.release("owners").await(ofSeconds(2));

        assertThat(user(0)).isEqualTo(new Reading.Text("mchen"));
    }

    @Test
    void theDriverIsNotReleasedWhileAProcessIsBeingNamed() {
        uses(0, 10);
        this.stage.begin().await(ofSeconds(1)).hold("owners").await(ofSeconds(1));
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.stage.await(ofSeconds(30));
        assertThat(this.machine.opened).isGreaterThan(1);
        assertThat(this.machine.closed).isZero();

        this.stage.release("owners").await(ofSeconds(70));
        this.stage.sampler.stop();

        assertThat(this.machine.closed).isEqualTo(this.machine.opened);
    }

    @Test
    void ownersOfAnEarlierSessionAreLookedUpAgain() {
        uses(0, 10);
        this.stage.begin().await(ofSeconds(1));
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.stage.await(ofSeconds(1));
        this.stage.hold("owners");
        uses(0, 10);
        uses(1);

        this.stage.await(ofSeconds(3));

        assertThat(this.machine.opened).isEqualTo(2);
        assertThat(user(0)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aGpuThatASchedulerAssignedIsReservedAlsoWithoutProcesses() {
        uses(0);
        this.machine.reservations = List.of(reservation("0", "mchen"), reservation("NVML-1", "jlopez"));
        this.stage.begin().await(ofSeconds(2));

        assertThat(this.stage.gpu(0).reservations()).containsExactly(reservation("0", "mchen"));
        assertThat(this.stage.gpu(1).reservations()).containsExactly(reservation("NVML-1", "jlopez"));

        this.machine.reservations = List.of();
        this.stage.await(ofSeconds(2));
        assertThat(this.stage.gpu(0).reservations()).isEmpty();
    }

    @Test
    void aProcessOfTheUserOfTheJobIsInIt() {
        uses(0, 10, 20);
        uses(1, 10);
        this.machine.reservations = List.of(reservation("0", "mchen"));
        this.stage.begin().await(ofSeconds(2));

        assertThat(processes(0))
                .extracting(ProcessSample::workload)
                .containsExactly(reservation("0", "mchen").workload(), null);
        assertThat(processes(0).get(0).readings().of(Metric.PROCESS_WORKLOAD))
                .contains(new Reading.Text("slurm job 280678"));
    }

    @Test
    void aJobThatTheControlGroupNamesGoesBeforeThatOfTheGpu() {
        Workload named = new Workload(Workload.Kind.JOB, "7", null, "slurm", "0", Workload.Evidence.CGROUP);
        Workload unnumbered = new Workload(Workload.Kind.JOB, "s4QH2", null, "slurm", "0", Workload.Evidence.CGROUP);
        this.owners.put(20, this.owners.get(10).with(FoundWorkload.of(unnumbered)));
        this.owners.put(10, this.owners.get(10).with(FoundWorkload.of(named)));
        uses(0, 10, 20);
        this.machine.reservations = List.of(reservation("0", "mchen"));
        this.stage.begin().await(ofSeconds(2));

        assertThat(processes(0))
                .extracting(ProcessSample::workload)
                .containsExactly(named, reservation("0", "mchen").workload());
    }

    @Test
    void ofTwoJobsOnOneGpuNoneIsGuessed() {
        uses(0, 10);
        Workload other = new Workload(Workload.Kind.JOB, "9", Workload.Evidence.HPC_JOB_FILE);
        this.machine.reservations = List.of(reservation("0", "mchen"), new Reservation("0", other, "mchen"));
        this.stage.begin().await(ofSeconds(2));

        assertThat(processes(0)).extracting(ProcessSample::workload).containsOnlyNulls();
        assertThat(this.stage.gpu(0).reservations()).hasSize(2);
    }

    @Test
    void aJobWithoutAKnownUserIsThatOfUnnumberedJobsOnly() {
        Workload unnumbered = new Workload(Workload.Kind.JOB, "s4QH2", null, "slurm", "0", Workload.Evidence.CGROUP);
        this.owners.put(20, this.owners.get(10).with(FoundWorkload.of(unnumbered)));
        uses(0, 10, 20);
        this.machine.reservations = List.of(reservation("0", null));
        this.stage.begin().await(ofSeconds(2));

        assertThat(processes(0))
                .extracting(ProcessSample::workload)
                .containsExactly(null, reservation("0", null).workload());
    }

    @Test
    void reservationsOutlastAShortHangOfTheLaneAndNotALongOne() {
        uses(0, 10);
        this.machine.reservations = List.of(reservation("0", "mchen"));
        this.stage.begin().await(ofSeconds(2)).hold("owners").await(ofSeconds(30));
        assertThat(user(0)).isEqualTo(Reading.absent(Reason.TIMED_OUT));
        assertThat(this.stage.gpu(0).reservations()).hasSize(1);

        this.stage.await(ofSeconds(40));
        assertThat(this.stage.gpu(0).reservations()).isEmpty();

        this.stage.release("owners").await(ofSeconds(2));
        assertThat(this.stage.gpu(0).reservations()).hasSize(1);
    }

    private static Reservation reservation(String place, @Nullable String user) {
        Workload job = new Workload(Workload.Kind.JOB, "280678", null, "slurm", null, Workload.Evidence.GPUSTAT_FILE);
        return new Reservation(place, job, user);
    }

    private void uses(int gpu, int... pids) {
        List<ProcessSample> processes = IntStream.of(pids)
                .mapToObj((pid) -> new ProcessSample(pid, ProcessSample.Type.COMPUTE, null, null, Readings.NONE))
                .toList();
        this.machine.verdicts.put(
                "NVML-" + gpu, GpuReadResult.fine(new GpuReadings(Readings.NONE, List.of(), processes)));
    }

    private List<ProcessSample> processes(int gpu) {
        return this.stage.gpu(gpu).known().processes();
    }

    private Reading user(int gpu) {
        return processes(gpu).get(0).readings().of(Metric.PROCESS_USER).orElseThrow();
    }
}
