package io.gpulse.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BrokenRoundTests {

    static List<Throwable> defects() {
        return List.of(
                new IllegalStateException("the test breaks this round"),
                new StackOverflowError(),
                new NoClassDefFoundError("the test breaks this round"),
                new AssertionError("the test breaks this round"));
    }

    @ParameterizedTest
    @MethodSource("defects")
    void aRoundThatFailsIsReportedAndCounted(Throwable defect) {
        Stage stage = new Stage(new Sources("auto", List.of(new Uncountable(defect)), null)).begin();

        stage.await(Duration.ofSeconds(5));

        long reported = stage.seen.stream()
                .filter((snapshot) -> String.valueOf(snapshot.source().reason()).startsWith("gpulse failed"))
                .count();
        assertThat(reported).isPositive();
        assertThat(stage.sampler.status().failures()).isEqualTo(reported);
        assertThat(stage.seen).hasSize(6);
    }

    @Test
    void anErrorOnALaneCostsThatReadOnly() {
        SamplerMachine machine = new SamplerMachine(SourceKind.NVML, 2);
        Stage stage = Stage.of(machine).begin().await(Duration.ofSeconds(2));
        machine.duringRead = () -> {
            throw new StackOverflowError();
        };
        stage.await(Duration.ofSeconds(3));
        machine.duringRead = () -> {};

        stage.await(Duration.ofSeconds(2));

        assertThat(stage.sampler.status().failures()).isZero();
        assertThat(stage.seen).hasSize(8);
        assertThat(stage.gpu(0).sampledAt()).isEqualTo(stage.last().takenAt());
    }

    @Test
    void aRoundInWhichAllGoesWellIsNotCounted() {
        Stage stage = Stage.of(new SamplerMachine(SourceKind.NVML, 2)).begin().await(Duration.ofSeconds(5));

        assertThat(stage.sampler.status().failures()).isZero();
    }

    /** A defect of gpulse in an unexpected place. */
    private record Uncountable(Throwable defect) implements GpuSource, GpuSession {

        @Override
        public SourceKind kind() {
            return SourceKind.NVML;
        }

        @Override
        public GpuSession open() {
            return this;
        }

        @Override
        public Diagnosis diagnosis() {
            return Diagnosis.UNKNOWN;
        }

        @Override
        public Source source() {
            return new Source(SourceKind.NVML, false, null, null, null, null);
        }

        @Override
        public int gpuCount() {
            if (this.defect instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) this.defect;
        }

        @Override
        public Gpu attach(int index) {
            throw new AssertionError("there is none");
        }

        @Override
        public boolean isBack(GpuIdentity gpu) {
            return false;
        }

        @Override
        public String callInProgress() {
            return null;
        }

        @Override
        public String callInProgress(int index) {
            return null;
        }

        @Override
        public void close() {}
    }
}
