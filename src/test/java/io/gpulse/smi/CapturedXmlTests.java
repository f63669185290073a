package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.device.GpuReadings;
import io.gpulse.device.MigSample;
import io.gpulse.device.MigSample.Place;
import io.gpulse.device.Readings;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The XML of many machines and drivers, read by one reader; the golden file counts the rows of each. */
class CapturedXmlTests {

    private static final Path CAPTURES = Path.of("../shared/captures/xml");
    private static final Path GOLDEN = Path.of("src/test/resources/io/gpulse/smi/captured-xml.txt");

    /** A text of a publisher in place of a value. */
    private static final String MASKED = "[REDACTED]";

    /** Elements that are read by their own classes. */
    private static final String LISTS = "processes|accounted_processes|mig_devices|supported_clocks(/.*)?";

    private final TreeMap<String, Integer> withoutRow = new TreeMap<>();
    private final TreeMap<String, Integer> unknown = new TreeMap<>();

    @Test
    void everyGenerationGivesTheCountedRows() throws Exception {
        assumeTrue(Files.isDirectory(CAPTURES));
        List<String> lines = new ArrayList<>();
        for (Path capture : captures()) {
            lines.add(line(capture));
        }
        lines.add("");
        lines.add("Elements without a row, and in how many recordings:");
        this.withoutRow.forEach((path, count) -> lines.add(count + " " + path));
        lines.add("");
        lines.add("Elements that are not in the table:");
        this.unknown.forEach((path, count) -> lines.add(count + " " + path));

        String found = String.join("\n", lines) + "\n";
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(GOLDEN, found);
        }

        assertThat(found).isEqualTo(Files.readString(GOLDEN));
    }

    /** Recordings that were shortened are not counted. */
    @Test
    void theHelpNamesHowManyValuesAreMissing() throws Exception {
        Matcher help =
                Pattern.compile("with (\\d+) to (\\d+) fewer values").matcher(Files.readString(Path.of("HELP.md")));
        IntSummaryStatistics missing = Pattern.compile("(\\S+)\\.xml: (\\d+) GPUs.*, (\\d+) not printed")
                .matcher(Files.readString(GOLDEN))
                .results()
                .filter((line) -> !line.group(1).matches(".*(trimmed|excerpt)"))
                .mapToInt((line) -> Integer.parseInt(line.group(3)) / Integer.parseInt(line.group(2)))
                .summaryStatistics();

        assertThat(help.find()).isTrue();
        assertThat(missing.getMin()).isBetween(Integer.parseInt(help.group(1)), Integer.parseInt(help.group(1)) + 10);
        assertThat(missing.getMax()).isBetween(Integer.parseInt(help.group(2)) - 10, Integer.parseInt(help.group(2)));
    }

    @Test
    void theInstancesOfASplitA100AreRead() throws Exception {
        assumeTrue(Files.isDirectory(CAPTURES));
        byte[] document = Files.readAllBytes(CAPTURES.resolve("a100-sxm-80gb-mig-535.54-trimmed.xml"));

        List<MigSample> instances =
                readings(XmlReader.read(document).gpus().get(0)).mig();

        assertThat(instances)
                .extracting(MigSample::place)
                .containsExactly(new Place(3, 0), new Place(4, 0), new Place(5, 0), new Place(6, 0));
        assertThat(instances).allSatisfy((instance) -> {
            assertThat(instance.readings().number(Metric.MIG_MEMORY_TOTAL)).hasValue(19_968.0 * (1 << 20));
            assertThat(instance.readings().number(Metric.MIG_PROCESSES)).hasValue(0);
        });
    }

    @Test
    void noTextOfARecordingIsAnError() throws Exception {
        assumeTrue(Files.isDirectory(CAPTURES));
        List<String> errors = new ArrayList<>();
        for (Path capture : captures()) {
            for (GpuElement gpu : XmlReader.read(Files.readAllBytes(capture)).gpus()) {
                readings(gpu).own().forEach((metric, reading) -> {
                    if (isError(reading)) {
                        errors.add(capture.getFileName() + " " + metric.key() + " " + ((Reading.Absent) reading).raw());
                    }
                });
            }
        }

        assertThat(errors).isEmpty();
    }

    private static GpuReadings readings(GpuElement gpu) {
        return SmallXml.readings(gpu, true);
    }

    private static boolean isError(Reading reading) {
        return reading instanceof Reading.Absent absent
                && !MASKED.equals(absent.raw())
                && (absent.reason() == Reason.ERROR || absent.reason() == Reason.IMPLAUSIBLE);
    }

    private static Collection<Path> captures() throws IOException {
        try (Stream<Path> files = Files.list(CAPTURES)) {
            return files.filter((file) -> file.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
    }

    private String line(Path capture) throws Exception {
        SmiDocument document = XmlReader.read(Files.readAllBytes(capture));
        Set<String> paths = new TreeSet<>();
        int present = 0;
        int absent = 0;
        int notPrinted = 0;
        for (GpuElement gpu : document.gpus()) {
            paths.addAll(gpu.values().keySet());
            Readings own = readings(gpu).own();
            List<Reading> readings = new ArrayList<>();
            List<Metric> metrics = new ArrayList<>();
            own.forEach((metric, reading) -> {
                metrics.add(metric);
                readings.add(reading);
            });
            for (int place = 0; place < metrics.size(); place++) {
                boolean printed = ElementTable.OF_GPU.of(metrics.get(place)).stream()
                        .anyMatch((path) -> gpu.text(path).isPresent());
                present += readings.get(place) instanceof Reading.Present ? 1 : 0;
                absent += printed && readings.get(place) instanceof Reading.Absent ? 1 : 0;
                notPrinted += !printed && readings.get(place) instanceof Reading.Absent ? 1 : 0;
            }
        }
        return capture.getFileName() + ": " + document.gpus().size() + " GPUs, " + present + " present, " + absent
                + " absent, " + notPrinted + " not printed, " + countUnread(paths) + " elements without a row";
    }

    private int countUnread(Set<String> paths) {
        Set<String> ofRows = new TreeSet<>();
        ElementTable.OF_GPU.paths().values().forEach(ofRows::addAll);
        int unread = 0;
        for (String path : paths) {
            if (!ofRows.contains(path) && !isAboveARow(path, ofRows) && !path.matches(LISTS)) {
                boolean known = ElementTable.OF_GPU.known().contains(path);
                (known ? this.withoutRow : this.unknown).merge(path, 1, Integer::sum);
                unread++;
            }
        }
        return unread;
    }

    private static boolean isAboveARow(String path, Set<String> ofRows) {
        return ofRows.stream().anyMatch((row) -> row.startsWith(path + "/"));
    }
}
