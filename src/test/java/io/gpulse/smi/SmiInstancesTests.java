package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SmiInstancesTests {

    private static final double MEBIBYTE = 1 << 20;

    private final AtomicLong generation = new AtomicLong();
    private final SmiInstances instances = new SmiInstances(SmallXml.UUID, this.generation::incrementAndGet);

    @Test
    void anInstanceHasTheRowsOfItsElements() throws Exception {
        List<MigSample> found = read(device(3, 0, 42, "19968 MiB") + device(2, 1, 14, "9984 MiB"), "");

        MigSample first = found.get(0);
        assertThat(found).extracting(MigSample::place).containsExactly(new Place(2, 1), new Place(3, 0));
        assertThat(first.uuid()).isEqualTo("MIG-" + SmallXml.UUID + "/2/1");
        assertThat(first.profile()).isNull();
        assertThat(first.readings().number(Metric.MIG_MULTIPROCESSORS)).hasValue(14);
        assertThat(first.readings().number(Metric.MIG_JPEG_ENGINES)).hasValue(1);
        assertThat(first.readings().number(Metric.MIG_MEMORY_TOTAL)).hasValue(9984 * MEBIBYTE);
        assertThat(first.readings().number(Metric.MIG_MEMORY_USED)).hasValue(12 * MEBIBYTE);
        assertThat(first.readings().number(Metric.MIG_BAR1_TOTAL)).hasValue(16 * MEBIBYTE);
        assertThat(first.readings().number(Metric.MIG_ECC_UNCORRECTED)).hasValue(2);
        assertThat(first.readings().absence(Metric.MIG_OFA_ENGINES)).hasValue(Reason.NOT_SUPPORTED);
        assertThat(first.readings().absence(Metric.MIG_SLICES)).hasValue(Reason.NOT_IN_SOURCE);
        assertThat(first.readings().absence(Metric.MIG_ACTIVITY_SM)).hasValue(Reason.NOT_IN_SOURCE);
    }

    @Test
    void moreThanAnInstanceHasIsImplausible() throws Exception {
        MigSample instance = read(device(2, 0, 14, "8 MiB"), "").get(0);

        assertThat(instance.readings().absence(Metric.MIG_MEMORY_USED)).hasValue(Reason.IMPLAUSIBLE);
        assertThat(instance.readings().number(Metric.MIG_MEMORY_TOTAL)).hasValue(8 * MEBIBYTE);
    }

    @Test
    void anInstanceWithoutIdsIsLeftOutAndASecondOneOfTheSameIds() throws Exception {
        String unnamed = device(2, 0, 14, "9 MiB").replace("<gpu_instance_id>2<", "<gpu_instance_id>N/A<");

        assertThat(read(unnamed + device(1, 0, 14, "20 MiB") + device(1, 0, 28, "40 MiB"), ""))
                .singleElement()
                .satisfies((instance) -> assertThat(instance.readings().number(Metric.MIG_MULTIPROCESSORS))
                        .hasValue(14));
    }

    @Test
    void anotherInstanceInTheSamePlaceIsAnotherOne() throws Exception {
        String small = device(1, 0, 14, "20 MiB");
        String other = device(2, 0, 14, "20 MiB");
        long first = read(small + other, "").get(0).generation();

        assertThat(read(small + other, "").get(0).generation()).isEqualTo(first);
        assertThat(read(small, "").get(0).generation()).isEqualTo(first);
        assertThat(read(small.replace("20 MiB", "N/A"), "").get(0).generation()).isEqualTo(first);
        long second = read(device(1, 0, 28, "20 MiB"), "").get(0).generation();
        assertThat(second).isGreaterThan(first);
        assertThat(read("", "")).isEmpty();
        assertThat(read(device(1, 0, 28, "20 MiB"), "").get(0).generation()).isGreaterThan(second);
    }

    @Test
    void processesAreCountedInTheirInstance() throws Exception {
        String devices = device(1, 0, 14, "20 MiB") + device(2, 0, 14, "20 MiB");
        String processes = process("1", "0", 7) + process("1", "0", 7) + process("1", "0", 8);

        List<MigSample> found = read(devices, processes);

        assertThat(found.get(0).readings().number(Metric.MIG_PROCESSES)).hasValue(2);
        assertThat(found.get(1).readings().number(Metric.MIG_PROCESSES)).hasValue(0);
        assertThat(read(devices, processes + process("N/A", "N/A", 9))
                        .get(0)
                        .readings()
                        .absence(Metric.MIG_PROCESSES))
                .hasValue(Reason.NO_DATA);
        assertThat(SmiReadings.of(gpu(devices, processes), this.instances, false)
                        .mig()
                        .get(0)
                        .readings()
                        .absence(Metric.MIG_PROCESSES))
                .hasValue(Reason.HIDDEN);
    }

    @Test
    void aProcessIsInItsInstanceUnlessItUsesSeveral() throws Exception {
        GpuReadings gpu = SmiReadings.of(
                gpu("", process("1", "0", 7) + process("2", "0", 8) + process("1", "0", 8) + process("N/A", "N/A", 9)),
                this.instances,
                true);

        assertThat(gpu.processes()).extracting(ProcessSample::pid).containsExactly(8, 7, 9);
        assertThat(gpu.processes()).extracting(ProcessSample::instance).containsExactly(null, new Place(1, 0), null);
    }

    private List<MigSample> read(String devices, String processes) throws Exception {
        return SmiReadings.of(gpu(devices, processes), this.instances, true).mig();
    }

    private static GpuElement gpu(String devices, String processes) throws Exception {
        return SmallXml.onlyGpu("<mig_mode><current_mig>Enabled</current_mig></mig_mode><mig_devices>" + devices
                + "</mig_devices><processes>" + processes + "</processes>");
    }

    private static String process(String gpuInstance, String computeInstance, int pid) {
        return """
            <process_info><gpu_instance_id>%s</gpu_instance_id><compute_instance_id>%s</compute_instance_id>
            <pid>%d</pid><type>C</type><process_name>train</process_name><used_memory>3 MiB</used_memory></process_info>
            """.formatted(gpuInstance, computeInstance, pid);
    }

    private static String device(int gpuInstance, int computeInstance, int multiprocessors, String memory) {
        return """
            <mig_device><index>0</index>
            <gpu_instance_id>%d</gpu_instance_id><compute_instance_id>%d</compute_instance_id>
            <device_attributes><shared><multiprocessor_count>%d</multiprocessor_count>
            <jpg_count>1</jpg_count><ofa_count>N/A</ofa_count></shared></device_attributes>
            <ecc_error_count><volatile_count>
            <sram_uncorrectable>2</sram_uncorrectable></volatile_count></ecc_error_count>
            <fb_memory_usage><total>%s</total><used>12 MiB</used></fb_memory_usage>
            <bar1_memory_usage><total>16 MiB</total><used>0 MiB</used></bar1_memory_usage></mig_device>
            """.formatted(gpuInstance, computeInstance, multiprocessors, memory);
    }
}
