package io.gpulse.text.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.Owner;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.Scope;
import io.gpulse.testing.Instances;
import io.gpulse.testing.Snapshots;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** The XML of {@code nvidia-smi -q -x}; a genuine one is compared by RecordingGoldenTests. */
class XmlQueryTests {

    private static final Source DEMO = new Source(SourceKind.DEMO, true, "580.95.05", "13.580.95", "13.0", null);
    private static final Path RECORDED = Path.of("../shared/captures/xml");

    @Test
    void beginsLikeTheOutputOfNvidiaSmi() throws Exception {
        String xml = xml("", Snapshots.of(1, Snapshots.NVML, List.of(Snapshots.gpu(0))));

        assertThat(xml).startsWith("""
            <?xml version="1.0" ?>
            <!DOCTYPE nvidia_smi_log SYSTEM "nvsmi_device_v13.dtd">
            <nvidia_smi_log>
            \t<timestamp>\
            """).endsWith("""
                \t</gpu>

                </nvidia_smi_log>
                """);
        assertThat(parsed(xml).getElementsByTagName("attached_gpus").item(0).getTextContent())
                .isEqualTo("1");
    }

    @Test
    void simulatedGpusAreMarkedByAComment() throws Exception {
        String xml = xml("", Snapshots.of(1, DEMO, List.of(Snapshots.gpu(0))));

        assertThat(xml).contains("<!-- DEMO: these GPUs do not exist; every number is simulated. -->");
        assertThat(parsed(xml).getTagName()).isEqualTo("nvidia_smi_log");
    }

    @Test
    void processesAreInTheOrderOfTheirIds() throws Exception {
        List<ProcessSample> processes = List.of(Boards.process(900, "mchen", "b"), Boards.process(7, "mchen", "a"));
        GpuSample gpu = Boards.h100().at(0).with(processes);

        Element root = parsed(xml("PIDS", Snapshots.of(1, Snapshots.NVML, List.of(gpu))));

        assertThat(List.of(text(root, "pid", 0), text(root, "pid", 1))).containsExactly("7", "900");
    }

    @Test
    void namesOfProcessesAreEscaped() throws Exception {
        GpuSample gpu = Boards.h100().at(0).with(List.of(Boards.process(7, "mchen", "a<b>&\"c\"")));

        Element root = parsed(xml("PIDS", Snapshots.of(1, Snapshots.NVML, List.of(gpu))));

        assertThat(root.getElementsByTagName("process_name").item(0).getTextContent())
                .isEqualTo("a<b>&\"c\"");
        assertThat(root.getElementsByTagName("temperature").getLength()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "NO_DATA, Not Found",
        "NO_PERMISSION, Insufficient Permissions",
        "TIMED_OUT, Timeout",
        "ERROR, Unknown Error"
    })
    void onlyTheNameOfAProcessThatHasEndedIsNotFound(Reason why, String printed) throws Exception {
        GpuSample gpu =
                Boards.h100().at(0).with(List.of(Boards.process(7, "mchen", "a").of(Owner.unknown(why))));
        Snapshot snapshot = Snapshots.of(1, Snapshots.NVML, List.of(gpu));

        assertThat(text(parsed(xml("PIDS", snapshot)), "process_name", 0)).isEqualTo(printed);
        assertThat(CsvQuery.of("query-compute-apps", "pid,name", CsvFormat.FULL).of(snapshot, (any) -> true))
                .isEqualTo("7, [" + printed + "]\n");
    }

    @Test
    void theOutputOfNvidiaSmiIsPrintedWithTheElementsThatItHad() throws Exception {
        Source nvidiaSmi = new Source(SourceKind.NVIDIA_SMI, false, "595.10", null, null, null);
        Map<Metric, Reading> rows = new EnumMap<>(Metric.class);
        Metric.of(Scope.GPU).forEach((row) -> rows.put(row, Reading.absent(Reason.NOT_IN_SOURCE)));
        rows.put(Metric.POWER_LIMIT, Reading.absent(Reason.NOT_SUPPORTED));
        rows.put(Metric.PSTATE, Metric.PSTATE.spec().reading(2L));
        rows.put(Metric.PLATFORM_HOST, new Reading.Quantity(1));
        rows.put(Metric.RETIRED_PAGES_DOUBLE_BIT, new Reading.Quantity(0));
        rows.put(Metric.ECC_CORRECTED_VOLATILE_REGISTERS, Reading.absent(Reason.NOT_SUPPORTED));
        GpuSample gpu = Snapshots.gpu(0, rows);

        Element root = parsed(xml("", Snapshots.of(1, nvidiaSmi, List.of(gpu))));

        assertThat(text(root, "requested_power_limit", 0)).isEqualTo("N/A");
        assertThat(text(root, "power_state", 0)).isEqualTo("Requested functionality has been deprecated");
        assertThat(text(root, "host_id", 0)).isEqualTo("1");
        assertThat(text(root, "retired_pagelist", 0)).isEmpty();
        assertThat(text(root, "register_file", 0)).isEqualTo("N/A");
        assertThat(root.getElementsByTagName("slot_number").getLength()).isZero();
        assertThat(root.getElementsByTagName("pdi").getLength()).isZero();
        assertThat(root.getElementsByTagName("sram_correctable").getLength()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u0001", "\u001b", "\u0085", "\ufffe", "\uffff", "\ud800", "\u2028"})
    void aCharacterThatXmlCannotContainIsReplaced(String odd) throws Exception {
        GpuSample gpu = Boards.h100().at(0).with(List.of(Boards.process(7, "mchen", "a" + odd + "b")));

        Element root = parsed(xml("PIDS", Snapshots.of(1, Snapshots.NVML, List.of(gpu))));

        assertThat(text(root, "process_name", 0)).isEqualTo("a?b");
    }

    @Test
    void theVersionOfARecordedDriverContainsNoControlCharacters() throws Exception {
        Source odd = new Source(SourceKind.RECORDING, true, "580\u001b[2J", "13\u0000", null, null);

        Element root = parsed(xml("PIDS", Snapshots.of(1, odd, List.of(Snapshots.gpu(0)))));

        assertThat(text(root, "driver_version", 0)).isEqualTo("580?[2J");
        assertThat(odd.nvmlVersion()).isEqualTo("13?");
    }

    @Test
    void aLostGpuHasEveryElementWithItsReason() throws Exception {
        GpuSample lost = Snapshots.troubled(0, GpuState.LOST, "gone");

        Element root = parsed(xml("", Snapshots.of(1, Snapshots.NVML, List.of(Snapshots.gpu(1), lost))));

        assertThat(text(root, "gpu_temp", 1)).isEqualTo("GPU is lost");
        assertThat(text(root, "gpu_util", 0)).doesNotContain("lost");
    }

    @Test
    void theInstancesOfASplitGpuAreOneElementEach() throws Exception {
        MigSample used = Instances.ofH100().get(2);
        GpuSample gpu = Instances.split(Snapshots.gpu(0), Instances.ofH100())
                .with(List.of(Instances.process(7, "python", used, 10)));

        Element root = parsed(xml("", Snapshots.of(1, Snapshots.NVML, List.of(gpu))));

        assertThat(root.getElementsByTagName("mig_device").getLength()).isEqualTo(4);
        Element third = (Element) root.getElementsByTagName("mig_device").item(2);
        assertThat(third.getParentNode().getNodeName()).isEqualTo("mig_devices");
        assertThat(third.getParentNode().getNextSibling().getNextSibling().getNodeName())
                .isEqualTo("accounting_mode");
        assertThat(List.of(text(third, "index", 0), text(third, "gpu_instance_id", 0), text(third, "used", 0)))
                .containsExactly("2", "9", "9 MiB");
        Element process = (Element) root.getElementsByTagName("process_info").item(0);
        assertThat(List.of(text(process, "gpu_instance_id", 0), text(process, "compute_instance_id", 0)))
                .containsExactly("9", "0");
    }

    @Test
    void theElementsOfAnInstanceAreThoseOfARecordedMachine() throws Exception {
        Path recorded = RECORDED.resolve("a100-sxm-80gb-mig-535.54-trimmed.xml");
        assumeTrue(Files.isRegularFile(recorded), "the recordings are not here");
        GpuSample gpu = Instances.split(Snapshots.gpu(0), Instances.ofH100());

        Element theirs = parsed(Files.readString(recorded).replaceFirst("(?s)<!DOCTYPE.*?>", ""));
        Element ours = parsed(xml("", Snapshots.of(1, Snapshots.NVML, List.of(gpu))));

        assertThat(elements(ours, "mig_device")).isNotEmpty().containsExactlyElementsOf(elements(theirs, "mig_device"));
    }

    private static Set<String> elements(Element root, String name) {
        Set<String> paths = new LinkedHashSet<>();
        collect("", (Element) root.getElementsByTagName(name).item(0), paths);
        return paths;
    }

    /** Every element of a recorded machine is in the template, in the same order. */
    @ParameterizedTest
    @MethodSource("recorded")
    void theElementsAreThoseOfRecordedMachinesInOrder(Path file) throws Exception {
        List<String> known = paths(Template.OF_GPU);

        Element root = parsed(Files.readString(file).replaceFirst("(?s)<!DOCTYPE.*?>", ""));
        Set<String> recorded = new LinkedHashSet<>();
        collect("", (Element) root.getElementsByTagName("gpu").item(0), recorded);
        recorded.removeIf((path) -> path.matches("(processes|accounted_processes|supported_clocks|mig_devices)(/.*)?"));

        assertThat(known).containsAll(recorded);
        List<String> common = new ArrayList<>(new LinkedHashSet<>(known));
        common.retainAll(recorded);
        assertThat(common).containsExactlyElementsOf(recorded);
    }

    static Stream<Path> recorded() throws Exception {
        assumeTrue(Files.isDirectory(RECORDED), "the recordings are not here");
        try (Stream<Path> files = Files.list(RECORDED)) {
            return files
                    .filter((file) -> file.getFileName().toString().matches(".*-5[89]\\d\\.\\d+\\.xml"))
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private static List<String> paths(Template template) {
        List<String> paths = new ArrayList<>();
        List<String> open = new ArrayList<>(List.of("", "", "", "", "", ""));
        for (Template.Line line : template.of(Set.of(), Template.Output.XML).lines()) {
            String above = line.depth() == 0 ? "" : open.get(line.depth() - 1);
            if (line instanceof Template.Heading heading) {
                open.set(line.depth(), above + heading.tag().element() + "/");
                paths.add(above + heading.tag().element());
            } else if (line instanceof Template.Value value) {
                // A value with lines below it in the log is followed by them in the XML.
                open.set(line.depth(), above);
                value.choices()
                        .forEach((choice) -> paths.add(above + choice.tag().element()));
            }
        }
        return paths;
    }

    private static void collect(String path, Element parent, Set<String> paths) {
        IntStream.range(0, parent.getChildNodes().getLength())
                .mapToObj(parent.getChildNodes()::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .forEach((element) -> {
                    paths.add(path + element.getTagName());
                    collect(path + element.getTagName() + "/", element, paths);
                });
    }

    private static String text(Element root, String name, int place) {
        return root.getElementsByTagName(name).item(place).getTextContent();
    }

    private static String xml(String parts, Snapshot snapshot) {
        return LogQuery.xml(parts).of(snapshot, (any) -> true);
    }

    private static Element parsed(String xml) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
    }
}
