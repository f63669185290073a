package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.MigSample;
import io.gpulse.device.Readings;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import java.util.List;
import org.junit.jupiter.api.Test;

class GpuListTests {

    @Test
    void instancesAreBelowTheirGpu() {
        GpuSample split = Instances.split(Snapshots.gpu(0), Instances.ofH100().subList(0, 2));

        assertThat(list(split, Snapshots.gpu(1))).isEqualTo("""
            GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77)
              MIG 3g.40gb     Device  0: (UUID: MIG-00000002-5a6f-4c3e-9f00-2d1c0b9a8e77)
              MIG 2g.20gb     Device  1: (UUID: MIG-00000003-5a6f-4c3e-9f00-2d1c0b9a8e77)
            GPU 1: NVIDIA H100 80GB HBM3 (UUID: GPU-1a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77)
            """);
    }

    @Test
    void anInstanceWhoseNameHasNoProfileIsListed() {
        MigSample nameless = new MigSample(new MigSample.Place(1, 0), "MIG-1", null, 1, Readings.NONE);

        assertThat(list(Instances.split(Snapshots.gpu(0), List.of(nameless))))
                .endsWith("\n  MIG N/A         Device  0: (UUID: MIG-1)\n");
    }

    @Test
    void theUuidInTheListOfProcessesIsThatOfTheGpu() {
        GpuSample split = Instances.split(Snapshots.gpu(0), Instances.ofH100())
                .with(List.of(Instances.process(7, "python", Instances.ofH100().get(0), 360)));

        String printed = CsvQuery.of("query-compute-apps", "gpu_uuid,pid", CsvFormat.of("csv,noheader"))
                .of(Snapshots.of(0, Snapshots.NVML, List.of(split)), (any) -> true);

        assertThat(printed).isEqualTo("GPU-0a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77, 7\n");
    }

    @Test
    void theUuidOfSeveralGpusIsPrintedAsItIs() {
        GpuSample own = Snapshots.gpu(0);
        GpuIdentity shared = Snapshots.identity(0).shared();
        GpuSample one = new GpuSample(
                0, shared, own.condition(), own.sampledAt(), own.sampledAt(), own.known(), own.activity());

        assertThat(list(one)).isEqualTo(list(own));
        assertThat(one.uuid()).isNotEqualTo(own.uuid());
    }

    private static String list(GpuSample... gpus) {
        return new GpuList().of(Snapshots.of(0, Snapshots.NVML, List.of(gpus)), (any) -> true);
    }
}
