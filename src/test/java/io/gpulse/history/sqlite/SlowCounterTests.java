package io.gpulse.history.sqlite;

import static io.gpulse.history.sqlite.StoredDays.GPU;
import static io.gpulse.history.sqlite.StoredDays.START;
import static io.gpulse.history.sqlite.StoredDays.batch;
import static io.gpulse.history.sqlite.StoredDays.open;
import static io.gpulse.history.sqlite.StoredDays.read;
import static io.gpulse.history.sqlite.StoredDays.sample;
import static io.gpulse.history.sqlite.StoredDays.window;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gpulse.history.Buckets;
import io.gpulse.history.StoredSample;
import io.gpulse.history.Tier;
import io.gpulse.metric.Metric;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Counters that are read every 10 s, with a round every second. */
class SlowCounterTests {

    private static final Metric HELD_BACK = Metric.HELD_BACK_BY_POWER_CAP;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    @Test
    void theGrowthOfTenSecondsIsSpreadOverThem() {
        try (HistoryStore store = stored(200, (second) -> 2.75 * Math.floorDiv(second + 3, 10))) {
            Buckets minutes = read(store, HELD_BACK, window(3, MINUTE, Tier.MINUTE));
            Buckets rounds = read(store, HELD_BACK, window(180, SECOND, Tier.RAW));

            for (int minute = 1; minute < 3; minute++) {
                assertThat(minutes.max(minute)).isCloseTo(0.275, within(1e-9));
                assertThat(minutes.min(minute)).isCloseTo(0.275, within(1e-9));
                assertThat(minutes.avg(minute)).isCloseTo(0.275, within(1e-9));
            }
            assertThat(IntStream.range(10, 180))
                    .allSatisfy((second) -> assertThat(rounds.avg(second)).isCloseTo(0.275, within(1e-9)));
        }
    }

    @Test
    void oneLowerReadingIsNoGrowth() {
        try (HistoryStore store = stored(120, (second) -> second >= 50 && second < 60 ? 0 : 505)) {
            Buckets rounds = read(store, HELD_BACK, window(120, SECOND, Tier.RAW));

            assertThat(rounds.avg(30)).isZero();
            assertThat(IntStream.range(0, 120).filter((second) -> rounds.avg(second) > 0))
                    .isEmpty();
        }
    }

    @Test
    void growthIsNotAttributedToTheTimeBeforeTheLastSample() {
        try (HistoryStore store = stored(120, (second) -> second < 65 ? 7 : 9)) {
            Buckets rounds = read(store, HELD_BACK, window(120, SECOND, Tier.RAW));

            assertThat(rounds.avg(54)).isZero();
            assertThat(rounds.avg(56)).isCloseTo(0.2, within(1e-9));
            assertThat(rounds.avg(65)).isCloseTo(0.2, within(1e-9));
            assertThat(rounds.avg(66)).isZero();
            assertThat(sum(rounds, 120)).isCloseTo(2, within(1e-9));
        }
    }

    @Test
    void anIntervalLongerThanTenSecondsIsTheTimeBetweenTwoSamples() {
        try (HistoryStore store = open(this.folder)) {
            for (int minute = 0; minute < 4; minute++) {
                store.append(batch(sample(GPU, START + minute * 30_000L, Map.of(HELD_BACK, minute * 6.0))));
            }
            Buckets rates = read(store, HELD_BACK, window(4, Duration.ofSeconds(30), Tier.RAW));

            assertThat(rates.avg(0)).isNaN();
            assertThat(rates.avg(1)).isEqualTo(0.2);
            assertThat(rates.avg(3)).isEqualTo(0.2);
        }
    }

    @Test
    void aResetHasNoRateAndTheNextReadingIsMeasuredFromIt() {
        try (HistoryStore store = stored(60, (second) -> second < 20 ? 50 : second < 30 ? 1 : 3)) {
            Buckets rates = read(store, HELD_BACK, window(60, SECOND, Tier.RAW));

            assertThat(rates.avg(20)).isNaN();
            assertThat(rates.avg(25)).isCloseTo(0.2, within(1e-9));
            assertThat(sum(rates, 60)).isCloseTo(2, within(1e-9));
        }
    }

    private HistoryStore stored(int seconds, IntToDoubleFunction counter) {
        HistoryStore store = open(this.folder);
        store.append(batch(IntStream.range(0, seconds)
                .mapToObj((second) ->
                        sample(GPU, START + second * 1000L, Map.of(HELD_BACK, counter.applyAsDouble(second))))
                .toArray(StoredSample[]::new)));
        return store;
    }

    private static double sum(Buckets rates, int seconds) {
        return IntStream.range(0, seconds)
                .filter((second) -> !rates.isEmpty(second))
                .mapToDouble(rates::avg)
                .sum();
    }
}
