package io.gpulse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
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

    @Test
    void anInstanceKeepsReadingsThatWereNotReadAgain() {
        GpuReadings older = of(instance(1, Metric.MIG_MULTIPROCESSORS, 16));

        GpuReadings now = older.renewedBy(of(instance(1, Metric.MIG_MEMORY_USED, 5)));

        assertThat(now.mig()).singleElement().satisfies((instance) -> {
            assertThat(instance.readings().number(Metric.MIG_MULTIPROCESSORS)).hasValue(16);
            assertThat(instance.readings().number(Metric.MIG_MEMORY_USED)).hasValue(5);
        });
    }

    @Test
    void anInstanceThatWasCreatedAgainHasNoReadingsOfTheEarlierOne() {
        GpuReadings older = of(instance(1, Metric.MIG_MULTIPROCESSORS, 16));

        GpuReadings now = older.renewedBy(of(instance(2, Metric.MIG_MEMORY_USED, 5)));

        assertThat(now.mig())
                .singleElement()
                .satisfies((instance) -> assertThat(instance.readings().of(Metric.MIG_MULTIPROCESSORS))
                        .isEmpty());
    }

    @Test
    void aLateRoundLeavesAnInstanceWithWhatDoesNotChangeInEveryRound() {
        Reading late = Reading.absent(Reason.TIMED_OUT);
        GpuReadings older =
                of(instance(1, Metric.MIG_MULTIPROCESSORS, 16)).renewedBy(of(instance(1, Metric.MIG_MEMORY_USED, 5)));

        GpuReadings now = older.without(List.of(Metric.UTILIZATION_GPU, Metric.MIG_MEMORY_USED), late);

        assertThat(now.mig()).singleElement().satisfies((instance) -> {
            assertThat(instance.readings().number(Metric.MIG_MULTIPROCESSORS)).hasValue(16);
            assertThat(instance.readings().of(Metric.MIG_MEMORY_USED)).contains(late);
            assertThat(instance.readings().of(Metric.UTILIZATION_GPU)).isEmpty();
        });
    }

    @Test
    void otherProcessesOfAGpuChangeNeitherItsInstancesNorThatOfAProcess() {
        MigSample.Place place = new MigSample.Place(9, 0);
        ProcessSample process = new ProcessSample(7, ProcessSample.Type.COMPUTE, null, null, Readings.NONE).on(place);
        GpuReadings split = of(instance(1, Metric.MIG_MEMORY_USED, 5));

        GpuReadings now =
                split.withProcesses(List.of(process.of(new Owner("python", null, new Reading.Text("mchen")))));

        assertThat(now.mig()).isEqualTo(split.mig());
        assertThat(now.processes()).singleElement().satisfies((named) -> {
            assertThat(named.name()).isEqualTo("python");
            assertThat(named.instance()).isEqualTo(place);
        });
    }

    private static GpuReadings of(MigSample instance) {
        return new GpuReadings(Readings.NONE, List.of(), List.of(), List.of(instance));
    }

    private static MigSample instance(long generation, Metric metric, double value) {
        Readings readings = Readings.of(Map.of(metric, new Reading.Quantity(value)));
        return new MigSample(new MigSample.Place(9, 0), "MIG-0", "1g.10gb", generation, readings);
    }

    private static GpuReadings of(LinkSample... links) {
        return new GpuReadings(Readings.NONE, List.of(links), List.of());
    }

    private static LinkSample link(int number, Metric metric, double value) {
        return new LinkSample(number, Readings.of(Map.of(metric, new Reading.Quantity(value))));
    }
}
