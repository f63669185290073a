package io.gpulse.sampling;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.HostParts;
import io.gpulse.device.HostParts.PartSample;
import io.gpulse.device.HostProcess;
import io.gpulse.device.HostProcesses;
import io.gpulse.device.HostSample;
import io.gpulse.device.HostSource;
import io.gpulse.device.Readings;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The machine's parts and processes, round by round. */
class HostLaneTests {

    private static final Instant BEGINNING = Instant.parse("2026-11-20T10:00:00Z");

    private final Desk desk = new Desk();

    @Test
    void processesAreReadEveryTenSecondsAndKeptBetween() {
        Stage stage = stage(ofSeconds(1)).begin().await(ofSeconds(9));

        assertThat(this.desk.looksAtProcesses).isEqualTo(1);
        assertThat(host(stage).processes().busiest()).hasSize(1);
        assertThat(host(stage).processes().sampledAt()).isEqualTo(BEGINNING);
        assertThat(host(stage).readings().number(Metric.HOST_PROCESSES_VISIBLE)).hasValue(1);
        assertThat(host(stage).readings().number(Metric.HOST_LOAD_1M)).hasValue(7);

        stage.await(ofSeconds(1));

        assertThat(this.desk.looksAtProcesses).isEqualTo(2);
        assertThat(host(stage).processes().sampledAt()).isEqualTo(BEGINNING.plusSeconds(10));
    }

    @Test
    void processesAreReadInEachRoundOfALongerInterval() {
        stage(ofSeconds(30)).begin().await(ofSeconds(60));

        assertThat(this.desk.looksAtProcesses).isEqualTo(3);
    }

    @Test
    void noRoundWaitsForTheProcesses() {
        Stage stage = stage(ofSeconds(1)).hold("host-processes").begin();

        assertThat(stage.seen).hasSize(1);
        assertThat(stage.last().took()).isZero();
        assertThat(host(stage).readings().of(Metric.HOST_PROCESSES_VISIBLE)).contains(Reading.absent(Reason.NO_DATA));
        assertThat(host(stage).processes().sampledAt()).isNull();
        assertThat(host(stage).readings().number(Metric.HOST_LOAD_1M)).hasValue(7);

        stage.await(ofSeconds(30));

        assertThat(stage.seen).hasSize(31);
        assertThat(stage.waitingOn("host-processes")).isEqualTo(1);
    }

    @Test
    void processesThatCouldNotBeRenewedTwiceAreShownNoLonger() {
        Stage stage = stage(ofSeconds(1)).begin().hold("host-processes").await(ofSeconds(19));
        assertThat(host(stage).processes().busiest()).hasSize(1);

        stage.await(ofSeconds(1));

        assertThat(host(stage).processes().busiest()).isEmpty();
        assertThat(host(stage).readings().of(Metric.HOST_PROCESSES_VISIBLE)).contains(Reading.absent(Reason.TIMED_OUT));
        assertThat(host(stage).processes().sampledAt()).isEqualTo(BEGINNING);

        stage.release("host-processes").await(ofSeconds(10));

        assertThat(host(stage).processes().busiest()).hasSize(1);
    }

    @Test
    void hiddenProcessesHaveNoTimeOfSampling() {
        this.desk.processes = HostProcesses.absent(Reason.HIDDEN);

        Stage stage = stage(ofSeconds(1)).begin().await(ofSeconds(60));

        assertThat(host(stage).processes().sampledAt()).isNull();
        assertThat(host(stage).readings().of(Metric.HOST_PROCESSES_VISIBLE)).contains(Reading.absent(Reason.HIDDEN));
    }

    @Test
    void partsOfALateHostStayWithAbsentReadings() {
        Stage stage = stage(ofSeconds(1)).begin().hold("host").await(ofMillis(1800));

        PartSample core = host(stage).parts().cores().get(0);
        assertThat(core.name()).isEqualTo("3");
        assertThat(core.readings().of(Metric.CORE_UTILIZATION)).contains(Reading.absent(Reason.TIMED_OUT));
        assertThat(host(stage).readings().of(Metric.HOST_LOAD_1M)).contains(Reading.absent(Reason.TIMED_OUT));
        assertThat(host(stage).readings().number(Metric.HOST_PROCESSES_VISIBLE)).hasValue(1);

        stage.release("host").await(ofMillis(1000));

        assertThat(host(stage).parts().cores().get(0).readings().number(Metric.CORE_UTILIZATION))
                .hasValue(50);
    }

    @Test
    void aDefectInReadingProcessesAffectsNothingElse() {
        this.desk.failing = true;

        Stage stage = stage(ofSeconds(1)).begin().await(ofSeconds(20));

        assertThat(this.desk.looksAtProcesses).isEqualTo(3);
        assertThat(host(stage).readings().number(Metric.HOST_LOAD_1M)).hasValue(7);
    }

    private Stage stage(Duration every) {
        return new Stage(new Sources("auto", List.of(new SamplerMachine(SourceKind.NVML, 1)), null), this.desk, every);
    }

    private static HostSample host(Stage stage) {
        return stage.last().host();
    }

    /** A machine with one core and one process. */
    private static final class Desk implements HostSource {

        private HostProcesses processes = new HostProcesses(
                null,
                Readings.of(Map.of(Metric.HOST_PROCESSES_VISIBLE, new Reading.Quantity(1))),
                List.of(new HostProcess(1, "init", Readings.NONE)));

        private int looksAtProcesses;
        private boolean failing;

        @Override
        public HostSample read() {
            Readings busy = Readings.of(Map.of(Metric.CORE_UTILIZATION, new Reading.Quantity(50)));
            return new HostSample("desk", Readings.of(Map.of(Metric.HOST_LOAD_1M, new Reading.Quantity(7))))
                    .with(new HostParts(List.of(new PartSample("3", busy)), List.of(), List.of(), List.of()));
        }

        @Override
        public HostProcesses processes() {
            this.looksAtProcesses++;
            if (this.failing) {
                throw new IllegalStateException("a mistake of ours");
            }
            return this.processes;
        }
    }
}
