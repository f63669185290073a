package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadingsTests {

    @Test
    void laterChangesOfTheMapDoNotReachThem() {
        Map<Metric, Reading> map = new EnumMap<>(Map.of(Metric.POWER_DRAW, (Reading) new Reading.Quantity(1)));
        Readings readings = Readings.of(map);

        map.clear();

        assertThat(readings.number(Metric.POWER_DRAW)).hasValue(1);
    }

    @Test
    void newerReadingsTakeThePlaceOfOlderOnes() {
        Readings older = Readings.of(
                Map.of(Metric.POWER_DRAW, new Reading.Quantity(1), Metric.POWER_LIMIT, new Reading.Quantity(2)));
        Readings late = Readings.absent(List.of(Metric.POWER_DRAW), Reading.absent(Reason.TIMED_OUT));

        Readings now = older.renewedBy(late);

        assertThat(now.number(Metric.POWER_DRAW)).isEmpty();
        assertThat(now.of(Metric.POWER_DRAW)).contains(Reading.absent(Reason.TIMED_OUT));
        assertThat(now.number(Metric.POWER_LIMIT)).hasValue(2);
    }

    @Test
    void whatWasNeverAskedIsNeitherPresentNorAbsent() {
        assertThat(Readings.NONE.of(Metric.POWER_DRAW)).isEmpty();
        assertThat(Readings.NONE.isEmpty()).isTrue();
    }
}
