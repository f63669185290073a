package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotTests {

    @ParameterizedTest
    @CsvSource({"1, 5000, false", "1, 5001, true", "10, 29999, false", "10, 30000, false", "10, 30001, true"})
    void moreThanThreeRoundsAndFiveSecondsWithoutASampleAreAGap(int every, long millis, boolean gap) {
        Snapshot some = Snapshots.of(0, Snapshots.NVML, List.of());
        Snapshot snapshot = new Snapshot(
                1, some.takenAt(), 0, some.took(), Duration.ofSeconds(every), some.source(), List.of(), null);

        assertThat(snapshot.isGap(Duration.ofMillis(millis))).isEqualTo(gap);
    }
}
