package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.workload.FoundWorkload;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ProcessGroupsTests {

    private static final Instant START = Instant.ofEpochSecond(1_795_338_841);

    private final ProcessGroups groups = new ProcessGroups();
    private final Map<Integer, Owner> owners = new HashMap<>();

    @Test
    void processesOfOneProgramAndOneParentBelongTogether() {
        runs(11, owner("mchen", "train.py", 0, parent(500, 11)));
        runs(12, owner("mchen", "train.py", 900, parent(500, 12)));
        runs(13, owner("mchen", "train.py", 1800, parent(501, 13)));

        assertThat(group(11)).isEqualTo("11-1795338841").isEqualTo(group(12));
        assertThat(group(13)).isEqualTo("13-1795340641");
    }

    @Test
    void processesOfOneProgramAndOneSessionBelongTogether() {
        runs(11, owner("mchen", "train.py", 0, parent(500, 77)));
        runs(12, owner("mchen", "train.py", 900, parent(501, 77)));

        assertThat(group(11)).isEqualTo(group(12));
    }

    @Test
    void twoProgramsOfOneShellDoNotBelongTogether() {
        runs(11, owner("mchen", "train.py", 0, parent(500, 77)));
        runs(12, owner("mchen", "finetune.py", 5, parent(500, 77)));

        assertThat(group(11)).isNotEqualTo(group(12));
    }

    @Test
    void theWorkersOfAModelServerRunOneProgram() {
        runs(11, owner("mchen", "VLLM::EngineCore", 0, parent(500, 77)));
        runs(12, owner("mchen", "VLLM::Worker_TP0", 9, parent(500, 77)));
        runs(13, owner("mchen", "sglang::scheduler", 9, parent(500, 77)));

        assertThat(group(11)).isEqualTo(group(12)).isNotEqualTo(group(13));
    }

    @Test
    void processesOfOneWorkloadBelongTogether() {
        runs(11, owner("mchen", "train.py", 0, parent(500, 77)).with(job("280678")));
        runs(12, owner("mchen", "eval.py", 7200, parent(900, 88)).with(job("280678")));
        runs(13, owner("mchen", "train.py", 0, parent(500, 77)).with(job("280679")));
        runs(14, owner("mchen", "train.py", 0, parent(500, 77)));

        assertThat(group(11)).isEqualTo(group(12)).isNotEqualTo(group(13)).isNotEqualTo(group(14));
        assertThat(group(13)).isNotEqualTo(group(14));
    }

    @Test
    void aJobOfThousandsOfProcessesIsOneGroup() {
        for (int pid = 1; pid <= 4096; pid++) {
            runs(pid, owner("mchen", "rank-" + pid, pid, parent(1, 0)).with(job("280678")));
        }

        assertThat(this.groups.of(this.owners).values())
                .extracting(Owner::group)
                .containsOnly(group(1));
    }

    @Test
    void theChildrenOfAKernelBelongToItAndThoseOfAJobDoNot() {
        runs(11, owner("mchen", "ipykernel_launcher", 0, parent(500, 77)).with(kernel("cc5cc01e")));
        runs(12, owner("mchen", "spawn_main", 900, parent(11, 77)));
        runs(13, owner("mchen", "train.py", 0, parent(500, 77)).with(job("280678")));
        runs(14, owner("mchen", "train.py", 900, parent(13, 77)));

        assertThat(group(11)).isEqualTo(group(12));
        assertThat(group(13)).isNotEqualTo(group(14));
    }

    @Test
    void theProcessesOfAJobAreOneGroupForAllUsersAndThoseOfAServiceAreNot() {
        runs(11, owner("mchen", "train.py", 0, parent(500, 77)).with(job("280678")));
        runs(12, owner("root", "agent", 0, parent(1, 12)).with(job("280678")));
        runs(13, owner("mchen", "a.py", 0, parent(1, 13)).with(unit()));
        runs(14, owner("root", "a.py", 0, parent(1, 14)).with(unit()));

        assertThat(group(11)).isEqualTo(group(12)).isNotEqualTo(group(13));
        assertThat(group(13)).isNotEqualTo(group(14));
    }

    @Test
    void kernelsOfOneJupyterServerAreTwoGroups() {
        runs(11, owner("mchen", "ipykernel_launcher", 0, parent(500, 77)).with(kernel("cc5cc01e")));
        runs(12, owner("mchen", "ipykernel_launcher", 3, parent(500, 77)).with(kernel("dd5cc01e")));

        assertThat(group(11)).isNotEqualTo(group(12));
    }

    @Test
    void aForkBelongsToItsParentAlsoIfThatIsListedLater() {
        runs(12, owner("mchen", "loader", 900, parent(11, 0)));
        assertThat(group(12)).isEqualTo("12-1795339741");

        runs(11, owner("mchen", "train.py", 0, parent(500, 0)));
        runs(13, owner("mchen", "loader", 1800, parent(12, 0)));

        assertThat(group(11)).isEqualTo(group(12)).isEqualTo(group(13)).isEqualTo("12-1795339741");
    }

    @Test
    void processesWithoutALivingParentOrAKnownSessionDoNotBelongTogetherForIt() {
        runs(11, owner("mchen", "train.py", 0, parent(1, 0)));
        runs(12, owner("mchen", "eval.py", 0, parent(1, 0)));

        assertThat(group(11)).isNotEqualTo(group(12));
    }

    @Test
    void oneProgramOfOneUserStartedWithinAMinuteIsOneGroup() {
        runs(11, owner("mchen", "train.py", 0, parent(1, 11)));
        runs(12, owner("mchen", "train.py", 60, parent(1, 12)));
        runs(13, owner("mchen", "train.py", 121, parent(1, 13)));
        runs(14, owner("mchen", "eval.py", 0, parent(1, 14)));

        assertThat(group(11)).isEqualTo(group(12)).isNotEqualTo(group(13)).isNotEqualTo(group(14));
    }

    @Test
    void twoUsersNeverShareAGroup() {
        runs(11, owner("mchen", "train.py", 0, parent(500, 77)));
        runs(12, owner("asharma", "train.py", 0, parent(500, 77)));
        runs(13, owner("asharma", "train.py", 0, parent(12, 77)));

        assertThat(group(11)).isNotEqualTo(group(12));
        assertThat(group(12)).isEqualTo(group(13));
    }

    @Test
    void aHiddenProgramJoinsNoProcesses() {
        Owner hidden = new Owner("python", START, new Reading.Text("mchen"));
        runs(11, hidden);
        runs(12, hidden);

        assertThat(group(11)).isNotEqualTo(group(12));
    }

    @Test
    void aGroupKeepsItsIdWhenItsFirstProcessEnds() {
        IntStream.range(11, 15).forEach((pid) -> runs(pid, owner("mchen", "train.py", pid, parent(500, 500))));
        String group = group(11);

        this.owners.remove(11);

        assertThat(group(12)).isEqualTo(group(14)).isEqualTo(group);
    }

    @Test
    void aReusedPidHasAnotherGroup() {
        runs(11, owner("mchen", "train.py", 0, parent(500, 77)));
        String before = group(11);

        runs(11, owner("mchen", "train.py", 3600, parent(900, 78)));

        assertThat(group(11)).isEqualTo("11-1795342441").isNotEqualTo(before);
    }

    @Test
    void aProcessWithoutAKnownUserHasNoGroupAndIsKept() {
        runs(11, Owner.unknown(Reason.NO_PERMISSION));

        assertThat(group(11)).isNull();
    }

    @Test
    void aProcessWithoutAKnownStartIsGroupedByItsSession() {
        Owner owner = new Owner("python", null, new Reading.Text("mchen")).with(parent(1, 77));
        runs(11, owner);
        runs(12, owner);

        assertThat(group(12)).isEqualTo(group(11)).isEqualTo("11");
    }

    private static Owner owner(String user, String program, long seconds, ProcessGroups.Lineage lineage) {
        Reading hidden = Reading.absent(Reason.HIDDEN);
        Instant startedAt = START.plusSeconds(seconds);
        return new Owner("python", startedAt, new Reading.Text(user), hidden, new Reading.Text(program)).with(lineage);
    }

    private static FoundWorkload job(String id) {
        return FoundWorkload.of(new Workload(Workload.Kind.JOB, id, Workload.Evidence.CGROUP));
    }

    private static FoundWorkload unit() {
        return FoundWorkload.of(new Workload(Workload.Kind.UNIT, "lab.service", Workload.Evidence.CGROUP));
    }

    private static FoundWorkload kernel(String id) {
        return FoundWorkload.of(new Workload(Workload.Kind.KERNEL, id, Workload.Evidence.TITLE));
    }

    private static ProcessGroups.Lineage parent(int pid, int session) {
        return new ProcessGroups.Lineage(pid, session);
    }

    private void runs(int pid, Owner owner) {
        this.owners.put(pid, owner);
    }

    /** Returns the group of a process in the next round. */
    private @Nullable String group(int pid) {
        Map<Integer, Owner> grouped = this.groups.of(Map.copyOf(this.owners));
        assertThat(grouped).containsOnlyKeys(this.owners.keySet());
        return grouped.get(pid).group();
    }
}
