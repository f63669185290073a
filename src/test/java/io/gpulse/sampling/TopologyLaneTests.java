package io.gpulse.sampling;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.SourceKind;
import io.gpulse.device.topology.Topology;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The read of the topology, once per session and on its own lane. */
class TopologyLaneTests {

    private final SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
    private final Stage stage = Stage.of(this.machine);
    private Reading word = new Reading.Text("NV18");
    private int reads;

    TopologyLaneTests() {
        this.machine.topology = () -> {
            this.reads++;
            return new Topology(
                    false,
                    null,
                    null,
                    List.of(),
                    List.of(),
                    null,
                    List.of(new Topology.Link("GPU0", "GPU1", this.word, 0)));
        };
    }

    @Test
    void topologyIsReadOncePerSession() {
        this.stage.begin().await(ofSeconds(60));

        assertThat(this.reads).isEqualTo(1);
        assertThat(this.stage.sampler.topology().readAt()).isEqualTo(Instant.parse("2026-11-20T10:00:00Z"));
        assertThat(this.stage.sampler.topology().links()).hasSize(1);
    }

    @Test
    void nextSessionReadsItAgainAndTheLastOneStaysUntilThen() {
        this.stage.begin().await(ofSeconds(1));

        this.machine.allReturn(Verdict.SESSION_OVER);
        this.stage.await(ofSeconds(3));
        this.machine.unavailable = "The NVIDIA driver is not loaded.";
        this.stage.await(ofSeconds(10));

        assertThat(this.stage.sampler.topology().links()).hasSize(1);
        this.machine.unavailable = null;
        this.machine.verdicts.clear();
        this.stage.await(ofSeconds(60));
        assertThat(this.reads).isGreaterThan(1);
    }

    @Test
    void noRoundWaitsForIt() {
        this.stage.hold("topology").begin();
        int rounds = this.stage.seen.size();

        this.stage.await(ofSeconds(10));

        assertThat(this.stage.seen).hasSize(rounds + 10);
        assertThat(this.stage.waitingOn("topology")).isEqualTo(1);
        assertThat(this.stage.sampler.topology().reason()).isEqualTo("The topology has not been read yet.");
        this.stage.release("topology");
        assertThat(this.stage.sampler.topology().reason()).isNull();
    }

    @Test
    void aGpuThatWasBusyIsTriedAgainAfterTenSeconds() {
        this.word = Reading.absent(Reason.TIMED_OUT);
        this.stage.begin().await(ofSeconds(9));
        assertThat(this.reads).isEqualTo(1);

        this.word = new Reading.Text("NV18");
        this.stage.await(ofSeconds(51));

        assertThat(this.reads).isEqualTo(2);
    }

    @Test
    void aGpuThatIsAttachedLateInTheNextSessionIsReadToo() {
        this.stage.begin().await(ofSeconds(1));
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.stage.await(ofSeconds(1));
        this.machine.verdicts.clear();
        this.stage.hold("gpu-1").await(ofSeconds(20));
        int before = this.reads;
        assertThat(this.stage.waitingOn("gpu-1")).isEqualTo(1);

        this.stage.release("gpu-1").await(ofSeconds(20));

        assertThat(this.reads).isEqualTo(before + 1);
    }

    @Test
    void aGpuThatSleptIsReadWhenItIsAwake() {
        this.machine.returns(1, Verdict.SLEEPING);
        this.stage.begin().await(ofSeconds(20));
        assertThat(this.reads).isEqualTo(1);

        this.machine.verdicts.clear();
        this.stage.await(ofSeconds(20));

        assertThat(this.reads).isEqualTo(2);
    }

    @Test
    void anUnknownTopologyHasNoTimeAndReplacesNoKnownOne() {
        Supplier<Topology> known = this.machine.topology;
        this.machine.topology = () -> Topology.unknown("No GPU is attached.");
        this.stage.begin().await(ofSeconds(1));
        assertThat(this.stage.sampler.topology()).isEqualTo(Topology.unknown("No GPU is attached."));

        nextSession(known);
        nextSession(() -> Topology.unknown("No GPU is attached."));

        assertThat(this.stage.sampler.topology().readAt()).isNotNull();
        assertThat(this.stage.sampler.topology().links()).hasSize(1);
    }

    /** A session begins when a GPU is closed so that it can sleep, and it does not attach that one. */
    @Test
    void aTopologyWithoutASleepingGpuReplacesNoCompleteOne() {
        this.machine.topology = () -> of(0, 1);
        this.stage.begin().await(ofSeconds(1));

        nextSession(() -> of(1));

        assertThat(this.stage.sampler.topology().gpus())
                .extracting(Topology.Node::index)
                .containsExactly(0, 1);
    }

    @Test
    void aTopologyWithoutAGpuThatIsGoneReplacesTheEarlierOne() {
        this.machine.topology = () -> of(0, 1, 7);
        this.stage.begin().await(ofSeconds(1));

        nextSession(() -> of(0, 1));

        assertThat(this.stage.sampler.topology().gpus())
                .extracting(Topology.Node::index)
                .containsExactly(0, 1);
    }

    private Topology of(int... gpus) {
        this.reads++;
        Reading unknown = Reading.absent(Reason.NOT_SUPPORTED);
        List<Topology.Node> nodes = IntStream.of(gpus)
                .mapToObj((index) -> new Topology.Node(index, uuid(index), "", unknown, unknown, List.of(), List.of()))
                .toList();
        return new Topology(false, null, null, nodes, List.of(), null, List.of());
    }

    private String uuid(int index) {
        return index < this.machine.uuids.size() ? this.machine.uuids.get(index) : "GPU-removed";
    }

    private void nextSession(Supplier<Topology> topology) {
        this.machine.allReturn(Verdict.SESSION_OVER);
        this.stage.await(ofSeconds(3));
        this.machine.topology = topology;
        this.machine.verdicts.clear();
        this.stage.await(ofSeconds(30));
    }

    @Test
    void withoutASessionTheReasonIsThatOfTheSource() {
        this.machine.unavailable = "The NVIDIA driver is not loaded.";

        this.stage.begin().await(ofSeconds(1));

        assertThat(this.reads).isZero();
        assertThat(this.stage.sampler.topology().reason()).isEqualTo("The NVIDIA driver is not loaded.");
    }
}
