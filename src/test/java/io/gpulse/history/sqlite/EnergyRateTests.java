package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.GPU;
import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.read;
import static io.gpulse.history.sqlite.StoredDays.sample;
import static io.gpulse.history.sqlite.StoredDays.window;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.history.Buckets;
import io.gpulse.history.Tier;
import io.gpulse.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The power by the energy counter, a round every second. The GPU cannot draw more than three times its limit. */
class EnergyRateTests {

    private static final double LIMIT = 700;
    private static final double JUMP = 3.5e10;

    @TempDir
    private Path folder;

    @Test
    void aCounterThatFallsAndJumpsIsAbsentThereAlsoInTheStoredMinute() {
        double[] first = {1_000_000, 1_000_300, 10, JUMP, JUMP + 300};
        double[] joules = IntStream.range(0, 180)
                .mapToDouble((second) -> second < first.length ? first[second] : JUMP + (second - 3) * 300)
                .toArray();
        try (HistoryStore store = stored(joules)) {
            Buckets minute = read(store, Metric.ENERGY_TOTAL, window(1, Duration.ofMinutes(1), Tier.MINUTE));

            assertThat(watts(store, 5)).containsExactly(Double.NaN, 300, Double.NaN, Double.NaN, 300);
            assertThat(minute.max(0)).isEqualTo(300);
            assertThat(minute.avg(0)).isEqualTo(300);
        }
    }

    @Test
    void aCounterIsComparedWithItsValueBeforeASingleJump() {
        try (HistoryStore store = stored(1000, 1300, JUMP, 1900, 2200)) {
            assertThat(watts(store, 5)).containsExactly(Double.NaN, 300, Double.NaN, 300, 300);
        }
    }

    private HistoryStore stored(double... joules) {
        HistoryStore store = open(this.folder);
        for (int second = 0; second < joules.length; second++) {
            Map<Metric, Double> values = Map.of(Metric.ENERGY_TOTAL, joules[second], Metric.POWER_MAX_LIMIT, LIMIT);
            store.append(batch(sample(GPU, START + second * 1000L, values)));
        }
        return store;
    }

    private static double[] watts(HistoryStore store, int seconds) {
        Buckets rounds = read(store, Metric.ENERGY_TOTAL, window(seconds, Duration.ofSeconds(1), Tier.RAW));
        return IntStream.range(0, seconds).mapToDouble(rounds::avg).toArray();
    }
}
