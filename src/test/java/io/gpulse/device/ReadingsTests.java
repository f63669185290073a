package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
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
    void equalReadingsStayTheSameObjectsInTheNextRound() {
        GpuReadings older = new GpuReadings(
                all(Metric.POWER_DRAW, Metric.UUID),
                List.of(new LinkSample(0, all(Metric.LINK_TX, Metric.LINK_RX))),
                List.of());
        Readings same = all(Metric.LINK_TX);

        GpuReadings now =
                older.renewedBy(new GpuReadings(all(Metric.POWER_DRAW), List.of(new LinkSample(0, same)), List.of()));

        assertThat(now.own()).isSameAs(older.own());
        assertThat(now.links()).first().isSameAs(older.links().get(0));
        assertThat(now).isEqualTo(older);
    }

    @Test
    void theLatestImplausibleValueOfTheDriverIsReported() {
        Readings older = all(Metric.POWER_DRAW, Metric.UUID).with(Metric.POWER_DRAW, Reading.implausible("1"));
        Map<Metric, String> raw = new EnumMap<>(Metric.class);

        older.with(Metric.POWER_DRAW, Reading.implausible("2")).forEachImplausible(raw::put);

        assertThat(raw).containsExactly(Map.entry(Metric.POWER_DRAW, "2"));
    }

    @Test
    void mergedReadingsAreInCatalogueOrderAndEachOnce() {
        Readings some = all(Metric.UTILIZATION_GPU, Metric.POWER_DRAW, Metric.UUID);
        Readings others = all(Metric.MEMORY_USED, Metric.POWER_DRAW, Metric.COMPUTE_CAP);

        List<Metric> order = new ArrayList<>();
        some.renewedBy(others).forEach((metric, reading) -> order.add(metric));

        assertThat(order)
                .containsExactly(
                        Metric.UTILIZATION_GPU, Metric.MEMORY_USED, Metric.POWER_DRAW, Metric.UUID, Metric.COMPUTE_CAP);
        assertThat(order).allMatch((metric) -> some.renewedBy(others).of(metric).isPresent());
    }

    @Test
    void renewingReadingsLeavesTheOlderOnesAsTheyWere() {
        Readings older = all(Metric.POWER_DRAW, Metric.UUID);

        Readings now = older.with(Metric.POWER_DRAW, new Reading.Quantity(2));

        assertThat(now.number(Metric.POWER_DRAW)).hasValue(2);
        assertThat(now.number(Metric.UUID)).hasValue(1);
        assertThat(older.number(Metric.POWER_DRAW)).hasValue(1);
    }

    @Test
    void aReadingOfAnotherMetricTakesItsPlaceInTheCatalogue() {
        List<Metric> order = new ArrayList<>();

        all(Metric.POWER_DRAW, Metric.UUID)
                .with(Metric.UTILIZATION_GPU, new Reading.Quantity(2))
                .forEach((metric, reading) -> order.add(metric));

        assertThat(order).containsExactly(Metric.UTILIZATION_GPU, Metric.POWER_DRAW, Metric.UUID);
    }

    @Test
    void everyReadingCanBecomeAnother() {
        Readings changed = all(Metric.POWER_DRAW, Metric.UUID)
                .map((metric, reading) -> metric == Metric.UUID ? Reading.absent(Reason.HIDDEN) : reading);

        assertThat(changed.of(Metric.UUID)).contains(Reading.absent(Reason.HIDDEN));
        assertThat(changed.number(Metric.POWER_DRAW)).hasValue(1);
    }

    private static Readings all(Metric... metrics) {
        return Readings.absent(List.of(metrics), new Reading.Quantity(1));
    }

    @Test
    void aMetricThatWasNeverReadIsNeitherPresentNorAbsent() {
        assertThat(Readings.NONE.of(Metric.POWER_DRAW)).isEmpty();
        assertThat(Readings.NONE.isEmpty()).isTrue();
    }
}
