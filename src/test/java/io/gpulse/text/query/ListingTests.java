package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Snapshot;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Snapshots;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The lists of nvidia-smi other than those of GPUs and of compute processes. */
class ListingTests {

    private static final String GPU = "timestamp,gpu_name,gpu_bus_id,gpu_serial,gpu_uuid,";
    private static final String GPU_HEADER = "timestamp, gpu_name, gpu_bus_id, gpu_serial, gpu_uuid, ";

    private final Map<Metric, Reading> readings = Snapshots.known(Scope.GPU);

    @Test
    void accountedAppsAreNotAvailable() {
        SmiOutput apps = CsvQuery.of(
                "query-accounted-apps",
                GPU + "vgpu_instance,pid,gpu_util,mem_util,max_memory_usage,time",
                CsvFormat.FULL);

        assertThat(apps.header(snapshot()))
                .isEqualTo(GPU_HEADER + "vgpu_instance, pid, gpu_utilization [%], mem_utilization [%],"
                        + " max_memory_usage [MiB], time [ms]\n");
        assertThat(apps.of(snapshot(), (any) -> true))
                .endsWith("96.00.89.00.01, GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77, [N/A], [N/A], [N/A], [N/A],"
                        + " [N/A], [N/A]\n");
    }

    @Test
    void listWithoutAccountingIsOnlyAHeader() {
        this.readings.put(Metric.ACCOUNTING_MODE, Metric.ACCOUNTING_MODE.spec().reading(0L));

        assertThat(CsvQuery.of("query-accounted-apps", "pid,gpu_utilization,mem_utilization", CsvFormat.FULL)
                        .of(snapshot(), (any) -> true))
                .isEmpty();
    }

    @Test
    void gpuWithoutPageRetirementHasALinePerCause() {
        this.readings.put(Metric.RETIRED_PAGES_SINGLE_BIT, Reading.absent(Reason.NOT_SUPPORTED));
        this.readings.put(Metric.RETIRED_PAGES_DOUBLE_BIT, Reading.absent(Reason.NOT_SUPPORTED));
        SmiOutput pages = pages();

        assertThat(pages.header(snapshot()))
                .isEqualTo("gpu_bus_id, retired_pages.address, retired_pages.timestamp, retired_pages.cause\n");
        assertThat(pages.of(snapshot(), (any) -> true)).isEqualTo("""
                        00000000:1A:00.0, [N/A], [N/A], Single Bit ECC
                        00000000:1A:00.0, [N/A], [N/A], Double Bit ECC
                        """);
    }

    @Test
    void everyRetiredPageIsALine() {
        this.readings.put(Metric.RETIRED_PAGES_SINGLE_BIT, new Reading.Quantity(0));
        this.readings.put(Metric.RETIRED_PAGES_DOUBLE_BIT, new Reading.Quantity(2));

        assertThat(pages().of(snapshot(), (any) -> true)).isEqualTo("""
                        00000000:1A:00.0, [N/A], [N/A], Double Bit ECC
                        00000000:1A:00.0, [N/A], [N/A], Double Bit ECC
                        """);
    }

    @Test
    void withoutRetiredPagesThereIsOnlyAHeader() {
        this.readings.put(Metric.RETIRED_PAGES_SINGLE_BIT, new Reading.Quantity(0));
        this.readings.put(Metric.RETIRED_PAGES_DOUBLE_BIT, new Reading.Quantity(0));

        assertThat(pages().of(snapshot(), (any) -> true)).isEmpty();
    }

    @Test
    void remappedRowsPrintZeroAndOneForNoAndYes() {
        this.readings.put(Metric.REMAPPED_ROWS_CORRECTABLE, new Reading.Quantity(0));
        this.readings.put(Metric.REMAPPED_ROWS_UNCORRECTABLE, new Reading.Quantity(3));
        this.readings.put(
                Metric.REMAPPED_ROWS_PENDING,
                Metric.REMAPPED_ROWS_PENDING.spec().reading(1L));
        this.readings.put(
                Metric.REMAPPED_ROWS_FAILURE,
                Metric.REMAPPED_ROWS_FAILURE.spec().reading(0L));

        assertThat(rows().header(snapshot()))
                .isEqualTo("remapped_rows.correctable, remapped_rows.uncorrectable, remapped_rows.pending,"
                        + " remapped_rows.failure\n");
        assertThat(rows().of(snapshot(), (any) -> true)).isEqualTo("0, 3, 1, 0\n");
    }

    @Test
    void aGpuThatRemapsNoRowsHasALineWithoutValues() {
        Metric.of(Scope.GPU).stream()
                .filter((metric) -> metric.key().startsWith("remapped_rows."))
                .forEach((metric) -> this.readings.put(metric, Reading.absent(Reason.NOT_SUPPORTED)));

        assertThat(rows().of(snapshot(), (any) -> true)).isEqualTo("[N/A], [N/A], [N/A], [N/A]\n");
    }

    @Test
    void supportedClocksAreNotAvailable() {
        SmiOutput clocks = CsvQuery.of("query-supported-clocks", "gpu_uuid,mem,gr,memory,graphics", CsvFormat.FULL);

        assertThat(clocks.header(snapshot()))
                .isEqualTo("gpu_uuid, memory [MHz], graphics [MHz], memory [MHz], graphics [MHz]\n");
        assertThat(clocks.of(snapshot(), (any) -> true)).endsWith("8e77, [N/A], [N/A], [N/A], [N/A]\n");
    }

    @Test
    void lostGpuIsReported() {
        Snapshot lost = Snapshots.of(0, Snapshots.NVML, List.of(Snapshots.troubled(0, GpuState.LOST, "gone")));

        assertThat(CsvQuery.of("query-supported-clocks", "mem", CsvFormat.FULL).of(lost, (any) -> true))
                .isEqualTo("[GPU is lost]\n");
        assertThat(pages().of(lost, (any) -> true))
                .startsWith("00000000:1A:00.0, [GPU is lost], [GPU is lost], Single Bit ECC\n");
        assertThat(CsvQuery.of("query-accounted-apps", "pid", CsvFormat.FULL).of(lost, (any) -> true))
                .isEqualTo("[GPU is lost]\n");
    }

    @Test
    void nameOfAnotherListIsRejected() {
        assertThatThrownBy(() -> CsvQuery.of("query-remapped-rows", "pid", CsvFormat.FULL))
                .hasMessageContaining("'Field \"pid\" is not a valid field to query.'");
        assertThatThrownBy(() -> CsvQuery.of("query-retired-pages", "index", CsvFormat.FULL))
                .hasMessageContaining("'Field \"index\" is not a valid field to query.'");
    }

    private static SmiOutput pages() {
        return CsvQuery.of(
                "query-retired-pages",
                "gpu_bus_id,retired_pages.address,retired_pages.timestamp,retired_pages.cause",
                CsvFormat.FULL);
    }

    private static SmiOutput rows() {
        return CsvQuery.of(
                "query-remapped-rows",
                "remapped_rows.correctable,remapped_rows.uncorrectable,remapped_rows.pending,remapped_rows.failure",
                CsvFormat.FULL);
    }

    private Snapshot snapshot() {
        GpuSample gpu = Snapshots.gpu(0, this.readings);
        return Snapshots.of(0, Snapshots.NVML, List.of(gpu));
    }
}
