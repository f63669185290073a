package io.gpulse.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Readings;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.prometheus.ScrapeProperties.Extent;
import io.gpulse.testing.Snapshots;
import io.gpulse.web.EventMonitor.LastXid;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The page with the names of dcgm-exporter, in both generations. */
class DcgmPageTests {

    private static final Map<Metric, Reading> READINGS = Map.ofEntries(
            number(Metric.CLOCKS_SM, 1980),
            number(Metric.CLOCKS_MEMORY, 2619),
            number(Metric.TEMPERATURE_MEMORY, 61),
            number(Metric.TEMPERATURE_GPU, 59),
            number(Metric.POWER_DRAW, 629.345),
            number(Metric.ENERGY_TOTAL, 123.456),
            number(Metric.PCIE_REPLAYS, 3),
            number(Metric.UTILIZATION_GPU, 57),
            number(Metric.MEMORY_FREE, 9_927_262_208.0),
            number(Metric.MEMORY_USED, 75_595_186_175.0),
            number(Metric.MEMORY_TOTAL, 85_520_809_984.0),
            number(Metric.NVLINK_RX, 1_024_000),
            number(Metric.NVLINK_TX, 2_048_000),
            number(Metric.REMAPPED_ROWS_FAILURE, 0),
            number(Metric.ACTIVITY_TENSOR, 31.5),
            number(Metric.PCIE_TX, 1_048_576),
            number(Metric.MINOR_NUMBER, 4));

    private static Map.Entry<Metric, Reading> number(Metric metric, double value) {
        return Map.entry(metric, Reading.Quantity.of(value));
    }

    private static String page(String release, @Nullable String hostLabel, GpuSample... gpus) {
        Snapshot snapshot = Snapshots.of(0, Snapshots.NVML, List.of(gpus));
        ScrapeProperties properties = new ScrapeProperties(Extent.FULL, release, hostLabel);
        return new DcgmPage(
                        properties,
                        (uuid) -> Optional.of(new LastXid(79, "GPU has fallen off the bus"))
                                .filter((xid) ->
                                        uuid.equals(Snapshots.identity(0).uuid())),
                        Set::of)
                .of(snapshot);
    }

    @Test
    void aLostGpuKeepsTheNameOfItsDevice() {
        GpuSample read = Snapshots.gpu(0, READINGS);
        GpuSample lost = Snapshots.troubled(0, GpuState.LOST, "GPU_IS_LOST");
        GpuSample.Last last = new GpuSample.Last(Snapshots.ofGpus(1).takenAt(), read.known());

        assertThat(page("4.8", null, lost.with(last))).contains("DCGM_FI_DEV_XID_ERRORS{", "device=\"nvidia4\"");
        assertThat(page("4.8", null, lost)).contains("DCGM_FI_DEV_XID_ERRORS{").doesNotContain("device=");
        assertThat(page("4.8", null, Snapshots.gpu(1, Map.ofEntries(number(Metric.TEMPERATURE_GPU, 59)))))
                .contains("device=\"nvidia1\"");
    }

    private static List<String> values(String page) {
        return page.lines()
                .filter((line) -> !line.startsWith("#"))
                .map((line) -> line.replaceFirst("\\{.*}", ""))
                .toList();
    }

    @Test
    void unitsAndFormsOfNumbersAreThoseOfTheOldRelease() {
        assertThat(values(page("4.8", null, Snapshots.gpu(0, READINGS))))
                .containsExactly(
                        "DCGM_FI_DEV_SM_CLOCK 1980",
                        "DCGM_FI_DEV_MEM_CLOCK 2619",
                        "DCGM_FI_DEV_MEMORY_TEMP 61",
                        "DCGM_FI_DEV_GPU_TEMP 59",
                        "DCGM_FI_DEV_POWER_USAGE 629.345000",
                        "DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION 123456",
                        "DCGM_FI_DEV_PCIE_REPLAY_COUNTER 3",
                        "DCGM_FI_DEV_GPU_UTIL 57",
                        "DCGM_FI_DEV_XID_ERRORS 79",
                        "DCGM_FI_DEV_FB_FREE 9467",
                        "DCGM_FI_DEV_FB_USED 72093",
                        "DCGM_FI_DEV_NVLINK_BANDWIDTH_TOTAL 3",
                        "DCGM_FI_DEV_ROW_REMAP_FAILURE 0",
                        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE 0.315000",
                        "DCGM_FI_PROF_PCIE_TX_BYTES 1048576",
                        "DCGM_FI_PROF_NVLINK_TX_BYTES 2048000",
                        "DCGM_FI_PROF_NVLINK_RX_BYTES 1024000");
    }

    @Test
    void theNewReleaseHasBaseUnits() {
        assertThat(values(page("4.9", null, Snapshots.gpu(0, READINGS))))
                .startsWith(
                        "DCGM_FI_DEV_SM_CLOCK_HERTZ 1980000000",
                        "DCGM_FI_DEV_MEMORY_CLOCK_HERTZ 2619000000",
                        "DCGM_FI_DEV_MEMORY_TEMP_CELSIUS 61",
                        "DCGM_FI_DEV_GPU_TEMP_CELSIUS 59",
                        "DCGM_FI_DEV_BOARD_POWER_WATTS 629.345000",
                        "DCGM_FI_DEV_GPU_ENERGY_JOULES_TOTAL 123",
                        "DCGM_FI_DEV_PCIE_REPLAY_TOTAL 3",
                        "DCGM_FI_DEV_GPU_UTIL_RATIO 0.570000",
                        "DCGM_FI_DEV_XID_ERROR 79",
                        "DCGM_FI_DEV_FB_FREE_BYTES 9927262208",
                        "DCGM_FI_DEV_FB_USED_BYTES 75595186175",
                        "DCGM_FI_DEV_FB_CAPACITY_BYTES 85520809984",
                        "DCGM_FI_DEV_NVLINK_THROUGHPUT_BYTES_PER_SECOND 3072000");
    }

    @Test
    void labelsHaveTheirOrder() {
        assertThat(page("4.8", null, Snapshots.gpu(0, READINGS)))
                .startsWith("# HELP DCGM_FI_DEV_SM_CLOCK SM clock.\n# TYPE DCGM_FI_DEV_SM_CLOCK gauge\n"
                        + "DCGM_FI_DEV_SM_CLOCK{gpu=\"0\",UUID=\""
                        + Snapshots.identity(0).uuid()
                        + "\",pci_bus_id=\"" + Snapshots.identity(0).pciBusId()
                        + "\",device=\"nvidia4\",modelName=\"NVIDIA H100 80GB HBM3\",Hostname=\"trn-h100-03\","
                        + "DCGM_FI_DRIVER_VERSION=\"580.95.05\"} 1980\n");
        assertThat(page("4.9", null, Snapshots.gpu(0, READINGS)))
                .contains(",hostname=\"trn-h100-03\",DCGM_FI_SYSTEM_DRIVER_VERSION=\"580.95.05\"}");
        assertThat(page("4.8", "hostname", Snapshots.gpu(0, READINGS)))
                .contains(",hostname=\"trn-h100-03\",DCGM_FI_DR");
    }

    @Test
    void anXidHasItsNumberAndNameAmongTheAttributes() {
        assertThat(page("4.8", null, gpu(workload(Workload.Kind.JOB, "7"), workload(Workload.Kind.CONTAINER, "c"))))
                .containsPattern("\nDCGM_FI_DEV_XID_ERRORS\\{gpu=\"0\",.*,DCGM_FI_DRIVER_VERSION=\"580.95.05\","
                        + "container=\"c\",err_code=\"79\",err_msg=\"GPU has fallen off the bus\",hpc_job=\"7\"} 79\n");
    }

    @Test
    void onlyAGpuWhoseXidsAreReportedHasNone() {
        Snapshot snapshot = Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.gpu(0), Snapshots.gpu(1)));
        ScrapeProperties properties = new ScrapeProperties(Extent.FULL, "4.8", null);

        String page = new DcgmPage(properties, (uuid) -> Optional.empty(), () -> Set.of(1)).of(snapshot);

        assertThat(page.lines().filter((line) -> line.startsWith("DCGM_FI_DEV_XID_ERRORS")))
                .singleElement()
                .asString()
                .contains("{gpu=\"1\",")
                .contains(",err_code=\"0\",err_msg=\"No Error\"")
                .endsWith("} 0");
    }

    @Test
    void absentValuesAndStaleGpusHaveNoSeries() {
        assertThat(values(page("4.8", null, Snapshots.gpu(1, Map.of(Metric.POWER_DRAW, Reading.Quantity.of(70.0))))))
                .containsExactly("DCGM_FI_DEV_POWER_USAGE 70.000000");
        assertThat(page("4.8", null, Snapshots.stale(0))).isEmpty();
        assertThat(page("4.8", null)).isEmpty();
        assertThat(values(page("4.8", null, Snapshots.troubled(2, GpuState.LOST, "lost"))))
                .isEmpty();
    }

    private static GpuSample split() {
        GpuSample gpu = Snapshots.gpu(0, READINGS);
        List<MigSample> instances = Stream.of(new Place(9, 0), new Place(9, 1), new Place(11, 0))
                .map((place) -> new MigSample(
                        place,
                        "MIG-" + place.gpuInstance() + place.computeInstance(),
                        place.gpuInstance() == 9 ? "1c.2g.20gb" : "1g.10gb",
                        1,
                        Readings.of(Map.of(Metric.MIG_MEMORY_USED, Reading.Quantity.of((double) (512 << 20))))))
                .toList();
        GpuReadings known =
                new GpuReadings(gpu.readings(), List.of(), gpu.known().processes(), instances);
        return new GpuSample(0, gpu.identity(), gpu.condition(), null, null, known, gpu.activity());
    }

    @Test
    void instancesHaveTheirOwnMemoryAndTheTemperatureOfTheirGpu() {
        List<String> lines = page("4.8", null, split()).lines().toList();

        assertThat(lines)
                .filteredOn((line) -> line.startsWith("DCGM_FI_DEV_FB_USED{"))
                .hasSize(2)
                .allMatch((line) -> line.endsWith(" 512"))
                .anyMatch((line) ->
                        line.contains("\",GPU_I_PROFILE=\"2g.20gb\",GPU_I_ID=\"9\",Hostname=\"trn-h100-03\","))
                .anyMatch((line) -> line.contains("\",GPU_I_PROFILE=\"1g.10gb\",GPU_I_ID=\"11\","));
        assertThat(lines)
                .filteredOn((line) -> line.startsWith("DCGM_FI_DEV_GPU_TEMP{"))
                .hasSize(2)
                .allMatch((line) -> line.endsWith(" 59"));
        assertThat(lines).noneMatch((line) -> line.startsWith("DCGM_FI_PROF_PIPE_TENSOR_ACTIVE"));
    }

    @Test
    void eachJobRepeatsTheMetricsAndAPodIsNamedWhenItIsAlone() {
        GpuSample gpu = gpu(workload(Workload.Kind.JOB, "280678"), workload(Workload.Kind.JOB, "280679"));

        assertThat(power(gpu)).containsExactly("hpc_job=\"280678\"}", "hpc_job=\"280679\"}");
        assertThat(power(gpu(workload(Workload.Kind.POD, "0e7c")))).containsExactly("pod_uid=\"0e7c\"}");
        assertThat(power(gpu(workload(Workload.Kind.POD, "0e7c"), workload(Workload.Kind.POD, "0e7d"))))
                .containsExactly("DCGM_FI_DRIVER_VERSION=\"580.95.05\"}");
        assertThat(power(gpu(workload(Workload.Kind.CONTAINER, "a\"b\\c"))))
                .containsExactly("container=\"a\\\"b\\\\c\"}");
    }

    @Test
    void anAssignedInstanceHasTheJobOfItsScheduler() {
        GpuSample gpu = split().reserved(List.of(new Reservation("0.11", workload(Workload.Kind.JOB, "7"), "mchen")));

        assertThat(power(gpu)).containsExactly("DCGM_FI_DRIVER_VERSION=\"580.95.05\"}", "hpc_job=\"7\"}");
    }

    private static Workload workload(Workload.Kind kind, String id) {
        return new Workload(kind, id, null, "other", null, Workload.Evidence.CGROUP);
    }

    private static GpuSample gpu(Workload... workloads) {
        GpuSample gpu = Snapshots.gpu(0, READINGS);
        List<ProcessSample> processes = Stream.of(workloads)
                .map((workload) -> new ProcessSample(
                        7, ProcessSample.Type.COMPUTE, "train.py", null, Readings.NONE, null, workload, null, null))
                .toList();
        GpuReadings known = new GpuReadings(gpu.readings(), List.of(), processes, List.of());
        return new GpuSample(0, gpu.identity(), gpu.condition(), null, null, known, gpu.activity());
    }

    /** Returns the last label of each series of the power. */
    private static List<String> power(GpuSample gpu) {
        return page("4.8", null, gpu)
                .lines()
                .filter((line) -> line.startsWith("DCGM_FI_DEV_POWER_USAGE{"))
                .map((line) -> line.replaceFirst(".*\",(\\w+=.*}) .*", "$1"))
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "4.7 |  | Invalid gpulse.metrics.dcgm=4.7: must be one of 4.8, 4.9, off.",
                "4.8 | host | Invalid gpulse.metrics.dcgm-host-label=host: must be one of Hostname, hostname."
            })
    void anUnknownVocabularyIsRefused(String release, @Nullable String label, String sentence) {
        assertThatThrownBy(() -> new ScrapeProperties(Extent.FULL, release, label))
                .hasMessage(sentence);
    }

    /** Both generations name each metric once, and no metric of the first is without its successor. */
    @Test
    void namesAreUnique() {
        Stream.of(DcgmRelease.OLD, DcgmRelease.NEW)
                .forEach((release) -> assertThat(Stream.of(DcgmMetric.values()).map((metric) -> metric.form(release)))
                        .filteredOn((form) -> form != null)
                        .extracting(DcgmMetric.Form::name)
                        .doesNotHaveDuplicates()
                        .allMatch((name) -> name.matches("DCGM_FI_(DEV|PROF)_[A-Z0-9_]+")));
    }
}
