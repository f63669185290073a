package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Scope;
import io.gpulse.prometheus.ScrapeProperties.Extent;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.InsightMonitor.AlertLabels;
import io.gpulse.web.InsightMonitor.GpuLabels;
import io.gpulse.web.InsightMonitor.RuleState;
import io.gpulse.web.OccupancyMonitor.GpuOccupancy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.util.UriComponentsBuilder;

/** The small page: what it has, and its size where every row of the catalogue has a value. */
class CoreScrapeTests {

    private static final int MOST_OF_A_GPU = 60;
    private static final int MOST_BYTES = 100_000;

    private static SnapshotCollector machine(List<GpuSample> gpus) {
        Snapshot snapshot = Snapshots.of(0, Snapshots.NVML, gpus);
        List<SeriesSource> features = gpus.stream()
                .<SeriesSource>map((gpu) -> (page) -> addFeatures(gpu, page))
                .toList();
        return Scrapes.collector(
                snapshot,
                Stream.concat(Stream.of((SeriesSource) Scrapes::addOwn), features.stream())
                        .toList());
    }

    private static void addFeatures(GpuSample gpu, Exposition page) {
        String uuid = Snapshots.identity(gpu.index()).uuid();
        Map<String, Double> states =
                Map.of("active", 7200.5, "held_idle", 60.25, "reserved", 7.5, "free", 1e6, "unknown", 12.0);
        FeatureSeries.add(new GpuOccupancy(gpu.index(), uuid, states, states), page);
        GpuLabels labels = new GpuLabels(gpu.index(), uuid);
        FeatureSeries.add(new RuleState("xid", labels, "critical", new AlertLabels("79", "REBOOT")), page);
        FeatureSeries.add(new RuleState("gpu-lost", labels, "critical", null), page);
    }

    private static Set<String> core(SnapshotCollector machine) {
        return Scrapes.series(Scrapes.text(machine, SeriesFilter.CORE)).keySet();
    }

    @Test
    void labelsOfPartsWithoutSeriesAreNotComputed() {
        Exposition page = new Exposition(SeriesFilter.CORE);

        page.add(Readings.of(Snapshots.known(Scope.LINK)), () -> {
            throw new AssertionError("Labels of a link");
        });

        assertThat(page.snapshots().size()).isZero();
    }

    @Test
    void aMachineOf16GpusIsSmall() {
        SnapshotCollector machine =
                machine(IntStream.range(0, 16).mapToObj(Snapshots::gpu).toList());

        assertThat(Scrapes.text(machine, SeriesFilter.CORE)).hasSizeLessThanOrEqualTo(MOST_BYTES);
        Map<String, Long> ofEachGpu = core(machine).stream()
                .filter((series) -> series.contains("gpu=\""))
                .collect(Collectors.groupingBy(
                        (series) -> series.replaceFirst(".*gpu=\"(\\d+)\".*", "$1"), Collectors.counting()));
        assertThat(ofEachGpu).hasSize(16);
        assertThat(ofEachGpu.values()).allMatch((count) -> count > 30 && count <= MOST_OF_A_GPU);
    }

    /** The difference of total and used memory contains the memory that the driver reserves. */
    @Test
    void theFreeMemoryIsThatOfTheDriver() {
        assertThat(core(Scrapes.complete()))
                .anyMatch((series) -> series.startsWith("gpulse_gpu_memory_free_bytes{gpu="));
    }

    @Test
    void aPartOfTheMachineHasNoSeries() {
        assertThat(core(Scrapes.complete()))
                .isNotEmpty()
                .noneMatch((series) -> series.matches(".*[{,](link|core|disk|network)=.*"));
    }

    /** A rule that names a state or an alert holds on both pages. */
    @Test
    void statesAndAlertsThatHoldAreOnBothPages() {
        SnapshotCollector machine = machine(List.of(Snapshots.troubled(0, GpuState.LOST, "lost"), Snapshots.gpu(1)));

        Map<String, Double> all = Scrapes.series(Scrapes.text(machine));
        Map<String, Double> small = Scrapes.series(Scrapes.text(machine, SeriesFilter.CORE));

        assertThat(all).containsAllEntriesOf(small);
        assertThat(small.keySet())
                .filteredOn((series) -> series.startsWith("gpulse_gpu_state"))
                .extracting((series) -> series.replaceFirst(".*gpu=\"(\\d)\".*state=\"(\\w+)\".*", "$1 $2"))
                .containsExactlyInAnyOrder("0 OK", "0 LOST", "1 OK");
        assertThat(small.keySet())
                .filteredOn((series) -> series.startsWith("gpulse_insight_active"))
                .hasSize(2)
                .allMatch((series) -> series.contains("action=\"REBOOT\",cause=\"79\",gpu=\"")
                        && series.contains("rule=\"xid\",severity=\"critical\""));
    }

    @ParameterizedTest
    @CsvSource({
        "'', FULL, false",
        "'', CORE, true",
        "series=core, FULL, true",
        "series=full, CORE, false",
        "metrics=power.draw, CORE, false"
    })
    void theRequestOrThePropertyChooses(String query, Extent usual, boolean core) {
        assertThat(SeriesFilter.of(parameters(query), usual).isCore()).isEqualTo(core);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "series=tiny | series= must be core or full.",
                "series= | series= must be core or full.",
                "series=core&series=full | series= must be core or full.",
                "series=core&metrics=power.draw | series= does not go with metrics= or name[]=, which list the series."
            })
    void impossibleChoicesAreRefused(String query, String sentence) {
        assertThatThrownBy(() -> SeriesFilter.of(parameters(query), Extent.FULL))
                .hasMessageContaining(sentence);
    }

    private static MultiValueMap<String, String> parameters(String query) {
        return new LinkedMultiValueMap<>(
                UriComponentsBuilder.newInstance().query(query).build().getQueryParams());
    }
}
