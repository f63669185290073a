package io.gpulse.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.MigSample;
import io.gpulse.testing.Instances;
import org.junit.jupiter.api.Test;

class InstanceSeriesTests {

    private static final String GPU = "GPU-1";
    private static final MigSample FIRST = Instances.ofH100().get(2);
    private static final MigSample AGAIN =
            new MigSample(FIRST.place(), FIRST.uuid(), FIRST.profile(), 2, FIRST.readings());

    private final InstanceSeries series = new InstanceSeries();

    @Test
    void anInstanceHasOneSeries() {
        assertThat(this.series.of(GPU, FIRST, 2000)).isEqualTo(this.series.of(GPU, FIRST, 1000));
    }

    @Test
    void anInstanceThatWasCreatedAgainInTheSamePlaceBeginsASeries() {
        Subject first = this.series.of(GPU, FIRST, 1000);

        Subject again = this.series.of(GPU, AGAIN, 2000);

        assertThat(again).isNotEqualTo(first);
        assertThat(again.instance()).isEqualTo(new Subject.Instance(9, 0, FIRST.uuid(), "1g.10gb", 2000));
        assertThat(this.series.of(GPU, AGAIN, 3000)).isEqualTo(again);
    }

    @Test
    void aClockThatIsSetBackDoesNotJoinSeries() {
        Subject first = this.series.of(GPU, FIRST, 1000);

        assertThat(this.series.of(GPU, AGAIN, 1000)).isNotEqualTo(first);
    }

    @Test
    void theSamePlaceOnAnotherGpuIsAnotherSeries() {
        assertThat(this.series.of("GPU-2", FIRST, 1000)).isNotEqualTo(this.series.of(GPU, FIRST, 1000));
    }
}
