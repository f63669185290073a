package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GpuReadingsTests {

    @Test
    void aRenewedLinkKeepsReadingsThatWereNotReadAgain() {
        GpuReadings older = of(link(0, Metric.LINK_STATE, 1), link(1, Metric.LINK_STATE, 1));

        GpuReadings now = older.renewedBy(of(link(0, Metric.LINK_TX, 5), link(1, Metric.LINK_TX, 6)));

        assertThat(now.links()).extracting(LinkSample::link).containsExactly(0, 1);
        assertThat(now.links())
                .allSatisfy((link) ->
                        assertThat(link.readings().number(Metric.LINK_STATE)).hasValue(1));
        assertThat(now.links().get(1).readings().number(Metric.LINK_TX)).hasValue(6);
        assertThat(older.links().get(1).readings().number(Metric.LINK_TX)).isEmpty();
    }

    @Test
    void linksStayInTheOrderOfTheirNumbersWhicheverIsReadFirst() {
        GpuReadings older = of(link(1, Metric.LINK_TX, 1), link(3, Metric.LINK_TX, 3));

        GpuReadings now =
                older.renewedBy(of(link(4, Metric.LINK_TX, 4), link(0, Metric.LINK_TX, 0), link(3, Metric.LINK_TX, 9)));

        assertThat(now.links()).extracting(LinkSample::link).containsExactly(0, 1, 3, 4);
        assertThat(IntStream.range(0, 4).mapToObj((place) -> now.links().get(place)))
                .extracting((link) -> link.readings().number(Metric.LINK_TX).orElseThrow())
                .containsExactly(0.0, 1.0, 9.0, 4.0);
    }

    private static GpuReadings of(LinkSample... links) {
        return new GpuReadings(Readings.NONE, List.of(links), List.of());
    }

    private static LinkSample link(int number, Metric metric, double value) {
        return new LinkSample(number, Readings.of(Map.of(metric, new Reading.Quantity(value))));
    }
}
