package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.query.LogQuery;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The XML of each recorded machine is read and printed as XML again. The golden file names the elements that differ
 * with the number of their recordings.
 */
class RecordedRoundTripTests {

    private static final Path CAPTURES = Path.of("../shared/captures/xml");
    private static final Path GOLDEN = Path.of("src/test/resources/io/gpulse/smi/round-trip.txt");

    /** Lists of processes and clocks, whose elements are not compared by their paths. */
    private static final String LISTS = "processes|accounted_processes|mig_devices|supported_clocks(/.*)?";

    private final Map<String, Integer> differences = new TreeMap<>();

    @Test
    void aRecordingIsPrintedAsItWasReadButForTheNamedElements() throws Exception {
        assumeTrue(Files.isDirectory(CAPTURES));
        try (Stream<Path> files = Files.list(CAPTURES)) {
            for (Path file : files.filter((name) -> name.toString().endsWith(".xml"))
                    .sorted()
                    .toList()) {
                compare(XmlReader.read(Files.readAllBytes(file)));
            }
        }
        List<String> lines = new ArrayList<>();
        this.differences.forEach((what, recordings) -> lines.add(recordings + " " + what));

        String found = String.join("\n", lines) + "\n";
        if (Boolean.getBoolean("contract.update")) {
            Files.writeString(GOLDEN, found);
        }

        assertThat(found).isEqualTo(Files.readString(GOLDEN));
    }

    private void compare(SmiDocument recorded) throws SmiRefusedException {
        Source source =
                new Source(SourceKind.NVIDIA_SMI, false, recorded.driverVersion(), null, recorded.cudaVersion(), null);
        List<GpuSample> samples = new ArrayList<>();
        for (GpuElement gpu : recorded.gpus()) {
            samples.add(new GpuSample(
                    samples.size(),
                    gpu.identity(),
                    new Condition(GpuState.OK, Instant.EPOCH, null),
                    Instant.EPOCH,
                    Instant.EPOCH,
                    SmallXml.readings(gpu, true),
                    Activity.UNKNOWN));
        }
        String xml = LogQuery.xml("").of(Snapshots.of(0, source, samples), (any) -> true);
        List<GpuElement> printed =
                XmlReader.read(xml.getBytes(StandardCharsets.UTF_8)).gpus();
        Set<String> ofRecording = new HashSet<>();
        for (int index = 0; index < samples.size(); index++) {
            compare(recorded.gpus().get(index).values(), printed.get(index).values(), ofRecording);
        }
        ofRecording.forEach((what) -> this.differences.merge(what, 1, Integer::sum));
    }

    private static void compare(Map<String, String> recorded, Map<String, String> printed, Set<String> differences) {
        Set<String> paths = new HashSet<>(recorded.keySet());
        paths.addAll(printed.keySet());
        for (String path : paths) {
            String before = recorded.get(path);
            String after = printed.get(path);
            if (!path.matches(LISTS) && !Objects.equals(before, after)) {
                differences.add((after == null ? "missing " : before == null ? "added " : "changed ") + path);
            }
        }
    }
}
