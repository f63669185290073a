package io.gpulse.fleet;

import static io.gpulse.fleet.GpuClass.FREE;
import static io.gpulse.fleet.GpuClass.HELD_IDLE;
import static io.gpulse.fleet.GpuClass.UNKNOWN;
import static io.gpulse.fleet.GpuClass.WORKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.event.message.Messages;
import io.gpulse.fleet.EngineClient.Answer;
import io.gpulse.fleet.EngineClient.Sample;
import io.gpulse.fleet.FleetResponse.Member;
import io.gpulse.fleet.FleetResponse.Origin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** Machines of an engine over time, and together with those of a list. */
class EngineTests {

    private final VirtualTimeScheduler scheduler = VirtualTimeScheduler.create();
    private final Map<EngineQuestion, List<Sample>> samples = new EnumMap<>(EngineQuestion.class);
    private final List<EngineQuestion> asked = new ArrayList<>();
    private final Map<String, MachineReport> listed = new HashMap<>();
    private MachineReport local = Reports.of("viewer");
    private @Nullable String problem;
    private @Nullable EngineQuestion failing;
    private @Nullable String warning;
    private Engine engine;
    private @Nullable Machines machines;

    @BeforeEach
    void start() {
        this.engine = new Engine(this::answer, "http://{instance}", Reports.time(this.scheduler));
    }

    @AfterEach
    void stop() {
        this.engine.stop();
        if (this.machines != null) {
            this.machines.stop();
        }
    }

    private Mono<Answer> answer(EngineQuestion question) {
        return Mono.fromSupplier(() -> {
            this.asked.add(question);
            if (this.problem != null || question == this.failing) {
                throw new MachineException(Messages.text("fleet.unreachable"));
            }
            return new Answer(List.copyOf(this.samples.getOrDefault(question, List.of())), this.warning, true);
        });
    }

    private Fleet fleet(String... addresses) {
        this.machines = new Machines(
                new MachineList(List.of(addresses), null),
                (address) -> Mono.justOrEmpty(this.listed.get(address.label())),
                Reports.time(this.scheduler));
        this.machines.start();
        this.engine.start();
        pass(1);
        return new Fleet(() -> this.local, this.machines, this.engine, Reports.NO_PAST);
    }

    private void pass(int seconds) {
        this.scheduler.advanceTimeBy(Duration.ofSeconds(seconds));
    }

    /** @param labels as in PromQL: {@code a=b,c=d} */
    private void add(EngineQuestion question, String labels, double value) {
        Map<String, String> all = new HashMap<>();
        Stream.of(labels.split(",")).map((label) -> label.split("=", 2)).forEach((pair) -> all.put(pair[0], pair[1]));
        this.samples.computeIfAbsent(question, (absent) -> new ArrayList<>()).add(new Sample(all, value));
    }

    /** A machine with gpulse and one GPU. */
    private void gpulse(String instance, String uuid, GpuClass use) {
        String gpu = "gpu=0,instance=" + instance + ",uuid=" + uuid;
        add(EngineQuestion.NOW, "__name__=gpulse_gpu_info," + gpu, 1);
        add(EngineQuestion.CLASS, gpu, GpuClass.ALL.indexOf(use));
        add(EngineQuestion.AGE, "instance=" + instance, 10);
    }

    private void dcgm(String instance, String uuid) {
        String gpu = ",gpu=0,instance=" + instance + ",UUID=" + uuid;
        add(EngineQuestion.NOW, "__name__=DCGM_FI_DEV_GPU_UTIL" + gpu, 97);
        add(EngineQuestion.NOW, "__name__=DCGM_FI_DEV_FB_USED" + gpu, 70_000);
    }

    private static List<String> ids(Fleet fleet) {
        return fleet.all(true).machines().stream().map(Member::id).toList();
    }

    @Test
    void theMachinesOfAnEngineAreMachines() {
        gpulse("b:8080", "GPU-b", FREE);
        dcgm("c:9400", "GPU-c");
        add(EngineQuestion.OCCUPANCY, "state=held_idle", 3600);
        add(EngineQuestion.OCCUPANCY, "state=active", 7200);
        add(EngineQuestion.OCCUPANCY, "state=later", 1);
        Fleet fleet = fleet();

        FleetResponse all = fleet.all(true);

        assertThat(all.configured()).isTrue();
        assertThat(all.gpus()).containsEntry(FREE, 1).containsEntry(WORKING, 1);
        assertThat(all.engine().answer()).isEqualTo(FleetResponse.Answer.OK);
        assertThat(all.engine().problem()).isNull();
        assertThat(all.engine().daySeconds()).hasSize(2);
        assertThat(all.engine().daySeconds().get(HELD_IDLE).intValue()).isEqualTo(3600);
        Member first = all.machines().get(0);
        assertThat(first.id()).isEqualTo("gpulse/b:8080");
        assertThat(first.url()).isEqualTo("http://b:8080");
        assertThat(first.origin()).isEqualTo(Origin.ENGINE);
        assertThat(first.ageMillis()).isEqualTo(11_000L);
        Member second = all.machines().get(1);
        assertThat(second.exporter()).isEqualTo("dcgm-exporter");
        assertThat(second.url()).isNull();
        assertThat(second.usersKnown()).isFalse();
        assertThat(fleet.free(new FleetFreeQuery(1, null, null), true).machines())
                .extracting(FleetFreeResponse.Place::name)
                .containsExactly("b");
    }

    @Test
    void aMachineWithoutSeriesIsSilentForADay() {
        gpulse("b:8080", "GPU-b", FREE);
        Fleet fleet = fleet();
        this.samples.clear();
        pass(15);

        Member silent = fleet.all(true).machines().get(0);
        assertThat(silent.answer()).isEqualTo(FleetResponse.Answer.SILENT);
        assertThat(silent.problem()).isEqualTo("The engine has no newer sample of it.");
        assertThat(silent.since()).isEqualTo(Reports.AT.minusSeconds(10));
        assertThat(silent.machine().gpus()).extracting(MachineGpu::use).containsExactly(UNKNOWN);
        assertThat(fleet.free(new FleetFreeQuery(1, null, null), true).machines())
                .isEmpty();

        pass(24 * 3600);
        assertThat(ids(fleet)).containsExactly("");
    }

    @Test
    void aMachineThatWasSilentBeforeTheStartIsKnownByTheSeriesOfTheDay() {
        add(EngineQuestion.DAY, "instance=old:8080,gpu=0,uuid=GPU-old", Reports.AT.getEpochSecond() - 7200);
        gpulse("b:8080", "GPU-b", FREE);

        assertThat(fleet().all(true).machines())
                .extracting(Member::id, Member::since)
                .containsExactly(tuple("gpulse/b:8080", null), tuple("gpulse/old:8080", Reports.AT.minusSeconds(7200)));
    }

    @Test
    void aRenamedMachineIsOneAndAGpuOfTwoExportersCountsOnce() {
        add(EngineQuestion.DAY, "instance=old-name:8080,gpu=0,uuid=GPU-b", Reports.AT.getEpochSecond() - 7200);
        gpulse("b:8080", "GPU-b", FREE);
        dcgm("10.0.0.7:9400", "GPU-b");

        assertThat(ids(fleet())).containsExactly("gpulse/b:8080");
    }

    @Test
    void anEngineThatDoesNotAnswerHarmsNoOther() {
        gpulse("b:8080", "GPU-b", FREE);
        this.listed.put("c:1", Reports.of("c", WORKING));
        this.local = Reports.of("here", WORKING);
        Fleet fleet = fleet("c:1");
        this.problem = "gone";
        pass(15);

        FleetResponse all = fleet.all(true);

        assertThat(all.gpus())
                .containsEntry(WORKING, 2)
                .containsEntry(UNKNOWN, 1)
                .containsEntry(FREE, 0);
        assertThat(all.engine().answer()).isEqualTo(FleetResponse.Answer.SILENT);
        assertThat(all.engine().since()).isEqualTo(Reports.AT.plusSeconds(15));
        assertThat(all.engine().problem()).startsWith("It accepts no connection");
        assertThat(all.machines().get(2).problem()).isEqualTo("The engine does not answer.");
    }

    @ParameterizedTest
    @EnumSource(value = EngineQuestion.class, mode = EnumSource.Mode.EXCLUDE, names = "NOW")
    void anAnswerThatLacksSomethingIsPartial(EngineQuestion missing) {
        gpulse("b:8080", "GPU-b", FREE);
        this.failing = missing;
        Fleet fleet = fleet();
        assertThat(fleet.all(true).engine().answer()).isEqualTo(FleetResponse.Answer.OK);
        assertThat(fleet.all(true).engine().problem())
                .startsWith("The engine calls its answer partial: It accepts no connection");

        assertThat(ids(fleet)).containsExactly("gpulse/b:8080");

        this.failing = null;
        this.warning = "store 2 is down";
        this.samples.clear();
        pass(15);
        assertThat(fleet.all(true).engine().problem()).endsWith("partial: store 2 is down");
        assertThat(ids(fleet)).containsExactly("gpulse/b:8080");
    }

    @Test
    void aMachineOfBothIsThatOfTheList() {
        this.listed.put("b:8080", Reports.of("b", WORKING));
        this.listed.put("d:8080", Reports.of("d", List.of(Reports.gpu(0, "GPU-d", WORKING))));
        gpulse("b:8080", "GPU-other", FREE);
        gpulse("10.0.0.4:8080", "GPU-d", FREE);
        gpulse("e:8080", "GPU-e", FREE);

        assertThat(ids(fleet("b:8080", "d:8080"))).containsExactly("http://b:8080", "http://d:8080", "gpulse/e:8080");
    }

    @Test
    void aSilentMachineOfTheListIsThatOfTheEngineToo() {
        gpulse("b:8080", "GPU-b", FREE);
        Fleet fleet = fleet("b:8080");

        assertThat(ids(fleet)).containsExactly("http://b:8080", "gpulse/b:8080");
        assertThat(fleet.all(true).gpus()).containsEntry(FREE, 1);
    }

    @Test
    void theSlowQuestionsAreAskedAgainSoonAfterTheirFailure() {
        this.failing = EngineQuestion.DAY;
        fleet();
        this.failing = null;
        pass(59);

        assertThat(this.asked).filteredOn(EngineQuestion.DAY::equals).hasSize(2);
    }

    @Test
    void simulatedGpusOfTwoMachinesAreTwo() {
        for (String instance : new String[] {"a:1", "b:1"}) {
            gpulse(instance, "GPU-demo", WORKING);
            String host = ",simulated=true,host=" + instance.substring(0, 1);
            add(EngineQuestion.NOW, "__name__=gpulse_source_info,instance=" + instance + host, 1);
        }
        dcgm("other:9400", "GPU-demo");
        this.local = Reports.simulated("a", Reports.gpu(0, "GPU-demo", WORKING));

        FleetResponse all = fleet().all(true);

        assertThat(all.machines()).extracting(Member::id).containsExactly("", "gpulse/b:1", "dcgm/other:9400");
        assertThat(all.machines()).allMatch((member) -> member.machine().simulated());
    }

    @Test
    void slowQuestionsAreAskedEveryFiveMinutes() {
        fleet();
        pass(299);

        assertThat(this.asked).filteredOn(EngineQuestion.NOW::equals).hasSize(21);
        assertThat(this.asked).filteredOn(EngineQuestion.DAY::equals).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            gpu-2:8080,      http://gpu-2:8080
            gpu-2,
            '[::1]:8080',    'http://[::1]:8080'
            a/b:8080,
            'a:1"><script>',
            a b:1,
            """)
    void onlyAnInstanceThatIsAHostIsALink(String instance, @Nullable String url) {
        gpulse(instance, "GPU-b", FREE);

        assertThat(fleet().all(true).machines().get(0).url()).isEqualTo(url);
    }

    @Test
    void usersNeedTheScope() {
        gpulse("b:8080", "GPU-b", WORKING);
        add(EngineQuestion.NOW, "__name__=gpulse_gpu_held_bytes,instance=b:8080,gpu=0,uuid=GPU-b,user=mchen", 1);
        Fleet fleet = fleet();

        assertThat(fleet.all(true).machines().get(0).machine().gpus().get(0).holders())
                .hasSize(1);
        assertThat(fleet.all(false).machines().get(0).machine().gpus().get(0).holders())
                .isNull();
    }
}
