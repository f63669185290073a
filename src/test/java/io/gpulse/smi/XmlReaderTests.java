package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.ProcessSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reason;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class XmlReaderTests {

    @Test
    void textsHaveNoBlanksAroundThem() throws Exception {
        SmiDocument document = SmallXml.read(SmallXml.with(""));

        assertThat(document.driverVersion()).isEqualTo("580.95.05");
        assertThat(document.gpus().get(0).identity().uuid()).isEqualTo(SmallXml.UUID);
        assertThat(document.gpus().get(0).values()).containsEntry("temperature/gpu_temp", "41 C");
    }

    @Test
    void aDocumentThatIsCutAtAnyElementIsRefused() {
        String whole = SmallXml.with("<pci><tx_util>16 KB/s</tx_util></pci>").strip();
        List<Integer> accepted = new ArrayList<>();

        for (int end = whole.indexOf('<'); end >= 0; end = whole.indexOf('<', end + 1)) {
            try {
                SmallXml.read(whole.substring(0, end));
                accepted.add(end);
            } catch (SmiRefusedException expected) {
                assertThat(expected.sentence()).endsWith(".");
            }
        }

        assertThat(accepted).isEmpty();
    }

    @Test
    void unknownElementsAreIgnored() throws Exception {
        GpuElement gpu = SmallXml.onlyGpu("<future><deep><value>7 Q</value></deep></future><pstate>9</pstate>");

        assertThat(SmallXml.readings(gpu, true).own().number(Metric.TEMPERATURE_GPU))
                .hasValue(41);
    }

    @Test
    void anElementOfTheSameNameElsewhereIsAnotherElement() throws Exception {
        GpuElement gpu = SmallXml.onlyGpu("""
            <mig_devices><mig_device><index>0</index>
            <fb_memory_usage><total>5 MiB</total></fb_memory_usage></mig_device></mig_devices>
            <module_power_readings><instant_power_draw>900.00 W</instant_power_draw></module_power_readings>
            <fb_memory_usage><total>24 MiB</total></fb_memory_usage>
            """);

        GpuReadings readings = SmallXml.readings(gpu, true);

        assertThat(readings.own().number(Metric.MEMORY_TOTAL)).hasValue(24 * 1048576);
        assertThat(readings.own().number(Metric.POWER_DRAW)).isEmpty();
        assertThat(gpu.migDevices().get(0)).containsEntry("fb_memory_usage/total", "5 MiB");
    }

    @Test
    void theDocumentTypeIsNotLoaded() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.configureBlocking(false);
            String address = "http://127.0.0.1:" + server.socket().getLocalPort() + "/nvsmi.dtd";

            SmiDocument document = SmallXml.read(SmallXml.with("").replace("nvsmi_device_v13.dtd", address));

            assertThat(document.gpus()).hasSize(1);
            assertThat(server.accept()).isNull();
        }
    }

    @Test
    void entitiesAreRefused() {
        String lol = "<!DOCTYPE nvidia_smi_log [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY c SYSTEM"
                + " \"file:///etc/passwd\">]>";
        for (String entity : List.of("&b;", "&c;")) {
            String text = SmallXml.with("<serial>" + entity + "</serial>").replaceFirst("<!DOCTYPE.*>", lol);

            assertThatExceptionOfType(SmiRefusedException.class).isThrownBy(() -> SmallXml.read(text));
        }
    }

    @Test
    void nestingIsLimited() {
        String deep = "<a>".repeat(100) + "</a>".repeat(100);

        for (String elements : List.of(deep, "<supported_clocks>" + deep + "</supported_clocks>")) {
            assertThatExceptionOfType(SmiRefusedException.class)
                    .isThrownBy(() -> SmallXml.read(SmallXml.with(elements)))
                    .withMessageContaining("nested deeper");
        }
    }

    @Test
    void theNumberOfElementsIsLimited() {
        StringBuilder many = new StringBuilder();
        IntStream.range(0, 200_000)
                .forEach((number) -> many.append("<a").append(number).append("/>"));

        assertThatExceptionOfType(SmiRefusedException.class)
                .isThrownBy(() -> SmallXml.read(SmallXml.with(many.toString())))
                .withMessage("Its XML has more than 200000 elements.");
    }

    @Test
    void theNumberOfProcessesIsLimited() throws Exception {
        String process = "<process_info><pid>7</pid></process_info>";
        String most = "<processes>" + process.repeat(20_000) + "</processes>";

        assertThat(SmallXml.onlyGpu(most).processes()).hasSize(20_000);
        assertThatExceptionOfType(SmiRefusedException.class)
                .isThrownBy(() -> SmallXml.onlyGpu(most + process))
                .withMessage("Its XML lists more than 20000 processes or MIG devices of a GPU.");
    }

    @Test
    void anotherKindOfDocumentIsRefused() {
        assertThatExceptionOfType(SmiRefusedException.class)
                .isThrownBy(() -> SmallXml.read("<html><body/></html>"))
                .withMessage("Its XML begins with <html> instead of <nvidia_smi_log>.");
    }

    @Test
    void bytesOfAnotherEncodingAndControlCharactersAreReplaced() throws Exception {
        String text = SmallXml.with("<processes><process_info><pid>7</pid><type>C</type>"
                + "<process_name>caf\u00e9 \u0001</process_name><used_memory>3 MiB</used_memory>"
                + "</process_info></processes>");

        SmiDocument document = XmlReader.read(text.getBytes(StandardCharsets.ISO_8859_1));

        assertThat(SmiProcesses.name(document, 7)).hasValue("caf\uFFFD \uFFFD");
    }

    @Test
    void aNumberThatCannotBeIsAbsentAlone() throws Exception {
        GpuReadings gpu = SmallXml.readings(SmallXml.onlyGpu("""
            <fb_memory_usage><total>24564 MiB</total><used>99999999999999999999999 MiB</used>
            <free>-3 MiB</free></fb_memory_usage>
            <clocks><sm_clock>12 parsec</sm_clock><mem_clock>5001 MHz</mem_clock></clocks>
            <bar1_memory_usage><total>256 MiB</total><used>257 MiB</used></bar1_memory_usage>
            """), true);

        assertThat(gpu.own().number(Metric.MEMORY_TOTAL)).hasValue(24564.0 * 1048576);
        assertThat(gpu.own().absence(Metric.MEMORY_USED)).hasValue(Reason.IMPLAUSIBLE);
        assertThat(gpu.own().absence(Metric.MEMORY_FREE)).hasValue(Reason.IMPLAUSIBLE);
        assertThat(gpu.own().absence(Metric.CLOCKS_SM)).hasValue(Reason.ERROR);
        assertThat(gpu.own().number(Metric.CLOCKS_MEMORY)).hasValue(5001);
        assertThat(gpu.own().absence(Metric.BAR1_USED)).hasValue(Reason.IMPLAUSIBLE);
    }

    @Test
    void aReasonInPlaceOfAGroupIsThatOfItsRows() throws Exception {
        GpuReadings gpu = SmallXml.readings(SmallXml.onlyGpu("<remapped_rows>N/A</remapped_rows>"), true);

        assertThat(gpu.own().absence(Metric.named("remapped_rows.failure").orElseThrow()))
                .hasValue(Reason.NOT_SUPPORTED);
        assertThat(gpu.own().absence(Metric.ACTIVITY_SM)).hasValue(Reason.NOT_IN_SOURCE);
    }

    @Test
    void theEntriesOfAProcessAreOneProcess() throws Exception {
        GpuReadings gpu = SmallXml.readings(
                SmallXml.onlyGpu("<processes>" + process(7, "C", "3 MiB") + process(9, "G", "N/A")
                        + process(7, "C", "4 MiB") + process(-1, "C", "4 MiB") + "</processes>"),
                true);

        assertThat(gpu.processes()).extracting(ProcessSample::pid).containsExactly(7, 9);
        assertThat(gpu.processes().get(0).readings().number(Metric.PROCESS_MEMORY))
                .hasValue(7.0 * 1048576);
        assertThat(gpu.processes().get(1).readings().absence(Metric.PROCESS_MEMORY))
                .hasValue(Reason.NOT_SUPPORTED);
        assertThat(gpu.own().number(Metric.PROCESSES_RUNNING)).hasValue(2);
    }

    private static String process(int pid, String type, String memory) {
        return "<process_info><gpu_instance_id>N/A</gpu_instance_id><pid>" + pid + "</pid><type>" + type
                + "</type><process_name>x</process_name><used_memory>" + memory + "</used_memory></process_info>";
    }

    @Test
    void processesAreHiddenOnRequest() throws Exception {
        GpuReadings gpu =
                SmallXml.readings(SmallXml.onlyGpu("<processes>" + process(7, "C", "3 MiB") + "</processes>"), false);

        assertThat(gpu.processes()).isEmpty();
        assertThat(gpu.own().absence(Metric.PROCESSES_RUNNING)).hasValue(Reason.HIDDEN);
    }

    @Test
    void aListOfProcessesThatIsNotGivenIsNotEmpty() throws Exception {
        assertThat(count("")).hasValue(Reason.NOT_IN_SOURCE);
        assertThat(count("<processes>Insufficient Permissions</processes>")).hasValue(Reason.NO_PERMISSION);
        assertThat(count("<compute_processes>N/A</compute_processes>")).hasValue(Reason.NOT_SUPPORTED);
        assertThat(SmallXml.readings(SmallXml.onlyGpu("<processes>\n</processes>"), true)
                        .own()
                        .number(Metric.PROCESSES_RUNNING))
                .hasValue(0);
    }

    private static Optional<Reason> count(String elements) throws SmiRefusedException {
        return SmallXml.readings(SmallXml.onlyGpu(elements), true).own().absence(Metric.PROCESSES_RUNNING);
    }
}
