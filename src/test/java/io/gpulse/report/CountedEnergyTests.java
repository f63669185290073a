package io.gpulse.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.rounds.GpuRound;
import io.gpulse.rounds.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The energy of ten seconds of a GPU whose counter jumps, with a reading per second. */
class CountedEnergyTests {

    private final CountedEnergy energy = new CountedEnergy(new Span(0, 10_000));

    private void reads(double... joules) {
        for (int second = 0; second < joules.length; second++) {
            this.energy.add(round(joules[second]), second * 1000L, 3000);
        }
    }

    private static GpuRound round(double joules) {
        double[] values = Rows.REPORTED.absent();
        values[Rows.REPORTED.place(Metric.POWER_LIMIT)] = 700;
        values[Rows.REPORTED.place(Metric.ENERGY_TOTAL)] = joules;
        return GpuRound.stored("GPU-0", values);
    }

    @ParameterizedTest
    @CsvSource({"1.8446744073709552e16", "4294967295", "0"})
    void aCounterThatIsWrongOnceLosesNothing(double wrong) {
        reads(1000, 1400, wrong, 2200, 2600);

        assertThat(this.energy.joules()).isEqualTo(1600);
        assertThat(this.energy.seconds()).isEqualTo(4);
    }

    @Test
    void whatARestartedCounterGainedBeforeItsFirstReadingIsUnknown() {
        reads(90_000, 90_400, 100, 500, 900);

        assertThat(this.energy.joules()).isEqualTo(400 + 400 + 400);
        assertThat(this.energy.seconds()).isEqualTo(3);
    }

    @Test
    void aCounterThatStandsStillHasNoEnergy() {
        reads(90_000, 90_000, 90_000);

        assertThat(this.energy.joules()).isNaN();
    }

    @Test
    void aCounterThatCannotBeComparedHasNoEnergy() {
        reads(90_000, 100);

        assertThat(this.energy.joules()).isNaN();
        assertThat(this.energy.isWithoutCounter()).isFalse();
    }
}
