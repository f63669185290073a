package io.gpulse.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessGroups;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The processes on the boards of the scene, as the reader of real drivers finds them. */
class SimulatedProcessesTests {

    private static final Instant NOON = Instant.parse("2026-09-14T12:00:00Z");
    private static final Set<Cadence> FAST = EnumSet.of(Cadence.FAST);

    private final SettableClock clock = new SettableClock(NOON);
    private final Day day = new Day(NOON, ZoneOffset.UTC);
    private final NvmlSource source = NvmlSource.simulated(new DemoNvml(this.clock, this.day, 16))
            .withOwners(new DemoOwners(this.clock, this.day));

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 6, 7, 12, 15})
    void theProcessesOfABoardHoldAllItsMemory(int board) throws Exception {
        GpuReadResult result = read(board);

        assertThat(result.known().processes().stream()
                        .mapToDouble((process) ->
                                process.readings().number(Metric.PROCESS_MEMORY).orElseThrow())
                        .sum())
                .isEqualTo(result.readings().number(Metric.MEMORY_USED).orElseThrow());
        assertThat(result.readings().number(Metric.PROCESSES_RUNNING))
                .hasValue(result.known().processes().size());
    }

    @Test
    void theBusyProcessIsAsBusyAsItsBoardAndTheIdleOneHasNoUtilization() throws Exception {
        Gpu serving = this.source.open().attach(5);
        Gpu held = this.source.open().attach(4);
        serving.read(FAST);
        held.read(FAST);
        this.clock.advance(Duration.ofSeconds(1));

        GpuReadResult busy = serving.read(FAST);

        assertThat(busy.known().processes().get(0).readings().number(Metric.PROCESS_SM))
                .hasValue(busy.readings().number(Metric.UTILIZATION_GPU).orElseThrow());
        assertThat(held.read(FAST).known().processes())
                .hasSize(2)
                .allMatch((process) ->
                        process.readings().of(Metric.PROCESS_SM).orElseThrow().equals(Reading.absent(Reason.NO_DATA)));
    }

    @Test
    void everyProcessHasANumberOfItsOwnANameAndAnOwner() throws Exception {
        Set<Integer> pids = IntStream.range(0, 16)
                .mapToObj(Board::new)
                .flatMap((board) -> this.day.on(board, NOON).stream())
                .map(Job.Running::pid)
                .collect(Collectors.toSet());

        Map<Integer, Owner> owners = this.source.open().owners(pids, Owners.UNKNOWN);

        assertThat(pids).hasSize(18);
        assertThat(owners.keySet()).isEqualTo(pids);
        assertThat(owners.values())
                .allMatch((owner) -> owner.name() != null
                        && owner.startedAt() != null
                        && owner.startedAt().isBefore(NOON)
                        && owner.user() instanceof Reading.Text);
    }

    @Test
    void theProcessesOfAJobShareAGroup() throws Exception {
        List<Job.Running> running = IntStream.range(0, 8)
                .mapToObj(Board::new)
                .flatMap((board) -> this.day.on(board, NOON).stream())
                .toList();
        Set<Integer> pids = running.stream().map(Job.Running::pid).collect(Collectors.toSet());

        Map<Integer, Owner> owners = new ProcessGroups().of(this.source.open().owners(pids, Owners.UNKNOWN));

        assertThat(running.stream()
                        .collect(Collectors.groupingBy(
                                (process) -> owners.get(process.pid()).group(),
                                Collectors.mapping((process) -> process.job().name(), Collectors.toList())))
                        .values())
                .containsExactlyInAnyOrder(
                        List.of("train.py", "train.py", "train.py", "train.py"),
                        List.of("ipykernel"),
                        List.of("notebook.py"),
                        List.of("tritonserver", "tritonserver"),
                        List.of("embedder"));
    }

    @Test
    void aProcessThatWorksTakesMoreOfTheHostThanOneThatWaits() throws Exception {
        int works = this.day.on(new Board(5), NOON).get(0).pid();
        int waits = this.day.on(new Board(4), NOON).get(0).pid();

        Map<Integer, Owner> owners = this.source.open().owners(Set.of(works, waits), Owners.UNKNOWN);

        assertThat(usage(owners, works, Metric.PROCESS_HOST_CPU)).isGreaterThan(50);
        assertThat(usage(owners, waits, Metric.PROCESS_HOST_CPU)).isBetween(0.1, 5.0);
        assertThat(usage(owners, works, Metric.PROCESS_HOST_MEMORY))
                .isGreaterThan(usage(owners, waits, Metric.PROCESS_HOST_MEMORY));
        assertThat(usage(owners, works, Metric.PROCESS_ELAPSED))
                .isEqualTo(Duration.between(owners.get(works).startedAt(), NOON).toSeconds());
    }

    private static double usage(Map<Integer, Owner> owners, int pid, Metric metric) {
        return owners.get(pid).usage().number(metric).orElseThrow();
    }

    @Test
    void noUserOfThisMachineIsInTheScene() throws Exception {
        Map<Integer, Owner> owners = this.source.open().owners(Set.of(1), Owners.UNKNOWN);

        assertThat(owners).containsExactly(Map.entry(1, Owner.unknown(Reason.NO_DATA)));
    }

    @Test
    void theRunOfTheNextWeekHasOtherNumbers() throws Exception {
        int before = read(0).known().processes().get(0).pid();

        this.clock.advance(Duration.ofDays(7));
        ProcessSample after = read(0).known().processes().get(0);

        assertThat(after.pid()).isNotEqualTo(before);
    }

    private GpuReadResult read(int board) throws Exception {
        return this.source.open().attach(board).read(FAST);
    }
}
