package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.LinkSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.Readings;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.testing.Snapshots;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotCollectorTests {

    private static final String GPU_0 = "gpu=\"0\",uuid=\"GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77\"";

    @Test
    void valueIsExportedInTheBaseUnitWithItsHelp() {
        String text = scrape(Snapshots.gpu(0, Map.of(Metric.UTILIZATION_GPU, new Reading.Quantity(35))));

        assertThat(text)
                .contains("# HELP gpulse_gpu_utilization_ratio "
                        + Metric.UTILIZATION_GPU.spec().help())
                .contains("# TYPE gpulse_gpu_utilization_ratio gauge\n")
                .contains("gpulse_gpu_utilization_ratio{" + GPU_0 + "} 0.35\n");
    }

    @Test
    void aCounterIsACounter() {
        String text = scrape(Snapshots.gpu(0, Map.of(Metric.ENERGY_TOTAL, new Reading.Quantity(12.5))));

        assertThat(text)
                .contains("# TYPE gpulse_gpu_energy_joules_total counter\n")
                .contains("gpulse_gpu_energy_joules_total{" + GPU_0 + "} 12.5\n");
    }

    @Test
    void negativeCounterDoesNotAffectOtherSeries() {
        String text = scrape(Snapshots.gpu(
                0,
                Map.of(
                        Metric.ENERGY_TOTAL, new Reading.Quantity(-1),
                        Metric.POWER_DRAW, new Reading.Quantity(70))));

        assertThat(text).contains("gpulse_gpu_power_draw_watts{").doesNotContain("energy");
    }

    @Test
    void linkHasItsNumberAsLabel() {
        GpuSample alone = Snapshots.gpu(0, Map.of());
        Readings moved = Readings.of(Map.of(Metric.LINK_TX_TOTAL, new Reading.Quantity(4096)));
        GpuReadings known = new GpuReadings(alone.readings(), List.of(new LinkSample(17, moved)), List.of());

        String text =
                scrape(new GpuSample(0, alone.identity(), alone.condition(), null, null, known, Activity.UNKNOWN));

        assertThat(text)
                .contains("gpulse_gpu_link_nvlink_tx_bytes_total{gpu=\"0\",link=\"17\",uuid=")
                .contains("} 4096.0\n");
    }

    @Test
    void anInstanceHasItsIdsAndItsProfileAsLabels() {
        GpuSample alone = Snapshots.gpu(0, Map.of(Metric.MEMORY_USED, new Reading.Quantity(30)));
        Readings used = Readings.of(Map.of(Metric.MIG_MEMORY_USED, new Reading.Quantity(20)));
        MigSample instance = new MigSample(new Place(9, 1), "MIG-9", "1c.2g.20gb", 1, used);

        String text = scrape(alone.with(alone.known().withInstances(List.of(instance))));

        assertThat(text)
                .contains("gpulse_gpu_memory_used_bytes{" + GPU_0 + "} 30.0\n")
                .contains("gpulse_mig_memory_used_bytes{compute_instance=\"1\",gpu=\"0\",gpu_instance=\"9\","
                        + "mig=\"MIG-9\",profile=\"1c.2g.20gb\",uuid=");
    }

    @Test
    void aTinyRatioIsNotRoundedAway() {
        String text = scrape(Snapshots.gpu(0, Map.of(Metric.NVLINK_EFFECTIVE_BER, new Reading.Quantity(1.5e-15))));

        assertThat(text)
                .contains("# TYPE gpulse_gpu_nvlink_ber_effective_ratio gauge\n")
                .contains("gpulse_gpu_nvlink_ber_effective_ratio{" + GPU_0 + "} 1.5E-15\n");
    }

    @Test
    void absentValueHasNoSeries() {
        String text = scrape(Snapshots.gpu(0, Map.of(Metric.FAN_SPEED, Reading.absent(Reason.NOT_SUPPORTED))));

        assertThat(text).doesNotContain("fan_speed");
    }

    @Test
    void stateIsExportedAsItsNumberAndAMaskAsAllItsBits() {
        var series = Scrapes.series(scrape(Snapshots.gpu(
                0,
                Map.of(
                        Metric.PSTATE,
                        Metric.PSTATE.spec().reading(8),
                        Metric.CLOCKS_EVENT_REASONS,
                        new Reading.State(-1L, "0xFFFFFFFFFFFFFFFF")))));

        assertThat(series)
                .containsEntry("gpulse_gpu_pstate{" + GPU_0 + "}", 8.0)
                .containsEntry("gpulse_gpu_clocks_event_reasons_active{" + GPU_0 + "}", 0x1p64);
    }

    @Test
    void identifyingWordsAreLabelsOfOneSeries() {
        String text = scrape(Snapshots.gpu(
                0,
                Map.of(
                        Metric.SERIAL,
                        new Reading.Text("1650 \"A\""),
                        Metric.GPU_ARCHITECTURE,
                        Metric.GPU_ARCHITECTURE.spec().reading(9),
                        Metric.COMPUTE_CAP,
                        new Reading.Text("9.0"),
                        Metric.VBIOS_VERSION,
                        Reading.absent(Reason.NO_PERMISSION))));

        assertThat(text)
                .contains("gpulse_gpu_info{architecture=\"Hopper\",compute_cap=\"9.0\",gpu=\"0\","
                        + "name=\"NVIDIA H100 80GB HBM3\",pci_bus_id=\"00000000:1A:00.0\",serial=\"1650 \\\"A\\\"\","
                        + "uuid=\"GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77\"} 1\n")
                .doesNotContain("vbios");
    }

    @Test
    void stateOfAGpuIsOneOfAllStates() {
        var series = Scrapes.series(scrape(Snapshots.troubled(0, GpuState.LOST, "Gone.")));

        assertThat(series)
                .containsEntry("gpulse_gpu_state{" + GPU_0.replace(",uuid", ",state=\"LOST\",uuid") + "}", 1.0);
        assertThat(series).containsEntry("gpulse_gpu_state{" + GPU_0.replace(",uuid", ",state=\"OK\",uuid") + "}", 0.0);
        assertThat(series.keySet().stream().filter((name) -> name.startsWith("gpulse_gpu_state")))
                .hasSize(GpuState.values().length);
        assertThat(series.keySet().stream().filter((name) -> name.startsWith("gpulse_gpu_")))
                .hasSize(GpuState.values().length + 1);
    }

    @Test
    void gpuWithoutIdentityHasOnlyAState() {
        Condition waking = new Condition(GpuState.ATTACHING, Scrapes.NOW, null);

        String text = scrape(new GpuSample(3, null, waking, null, null, Readings.NONE));

        assertThat(text).contains("gpulse_gpu_state{gpu=\"3\",state=\"ATTACHING\"} 1.0\n");
        assertThat(Scrapes.names(text)).contains("gpulse_gpu_state").doesNotContain("gpulse_gpu_info");
    }

    @Test
    void theMachineHasNoLabels() {
        assertThat(scrape(Snapshots.gpu(0))).contains("gpulse_host_memory_total_bytes 7.634681856E10\n");
    }

    @Test
    void partsOfTheMachineHaveTheirNamesAsLabels() {
        var series = Scrapes.series(scrape(Snapshots.gpu(0)));

        assertThat(series)
                .containsEntry("gpulse_core_utilization_ratio{core=\"5\"}", 763_468_185.6)
                .containsKey("gpulse_disk_read_bytes_per_second{disk=\"nvme0n1\"}")
                .containsKey("gpulse_network_errors_total{network=\"eth0\"}");
        assertThat(series.keySet()).noneMatch((name) -> name.contains("process_"));
    }

    @Test
    void ownSeriesAreExported() {
        var series = Scrapes.series(scrape(Snapshots.gpu(0)));

        assertThat(series)
                .containsEntry("gpulse_up", 1.0)
                .containsEntry("gpulse_build_info{version=\"1.2.3\"}", 1.0)
                .containsEntry(
                        "gpulse_source_info{cuda_version=\"13.0\",driver_version=\"580.95.05\","
                                + "host=\"trn-h100-03\",kind=\"NVML\",simulated=\"false\"}",
                        1.0)
                .containsEntry("gpulse_snapshot_age_seconds", 2.5)
                .containsEntry("gpulse_round_duration_seconds", 0.0084)
                .containsEntry("gpulse_round_failures_total", 2.0)
                .containsEntry("gpulse_sampler_restarts_total", 3.0)
                .containsEntry("gpulse_stream_subscribers", 3.0);
    }

    @Test
    void simulatedGpusAreReported() {
        Source demo = new Source(SourceKind.DEMO, true, "580.95.05", "13.580.95", "13.0", null);

        String text = Scrapes.of(Snapshots.of(0, demo, List.of(Snapshots.gpu(0))));

        assertThat(text).contains("kind=\"DEMO\",simulated=\"true\"} 1\n");
    }

    @Test
    void aMachineWithoutGpusIsScrapedToo() {
        var series = Scrapes.series(Scrapes.of(Snapshots.of(0, Source.none("There is no driver."), List.of())));

        assertThat(series)
                .containsEntry("gpulse_up", 0.0)
                .containsEntry("gpulse_source_info{host=\"trn-h100-03\",kind=\"NONE\",simulated=\"false\"}", 1.0)
                .containsKey("gpulse_host_memory_total_bytes");
        assertThat(series.keySet()).noneMatch((name) -> name.startsWith("gpulse_gpu_"));
    }

    @Test
    void scrapeBeforeTheFirstRoundHasOnlyOwnSeries() {
        assertThat(Scrapes.series(Scrapes.of(null)))
                .containsEntry("gpulse_up", 0.0)
                .containsOnlyKeys(
                        "gpulse_up",
                        "gpulse_build_info{version=\"1.2.3\"}",
                        "gpulse_round_failures_total",
                        "gpulse_sampler_restarts_total",
                        "gpulse_stream_subscribers");
    }

    @Test
    void withoutAStreamItHasNoSubscribersToCount() {
        String text = Scrapes.text(Scrapes.collector(null, List.of(Scrapes::addOwn)));

        assertThat(text).doesNotContain("subscribers");
    }

    private static String scrape(GpuSample gpu) {
        return Scrapes.of(Snapshots.of(0, Snapshots.NVML, List.of(gpu)));
    }
}
