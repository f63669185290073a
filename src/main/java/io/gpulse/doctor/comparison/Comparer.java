package io.gpulse.doctor.comparison;

import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Scope;
import io.gpulse.smi.NvidiaSmi;
import io.gpulse.smi.SmiCell;
import io.gpulse.smi.SmiRefusedException;
import io.gpulse.smi.SmiTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares readings of gpulse with nvidia-smi: a round, one run of nvidia-smi, another round. The properties that it
 * supports are determined first.
 *
 * @param program the path of nvidia-smi
 * @param driverVersion as reported by the driver; null when unknown
 */
public record Comparer(
        NvidiaSmi smi, String program, @Nullable String driverVersion) {

    private static final String INDEX = "index";
    private static final String UUID = Metric.UUID.key();
    private static final String DRIVER = "driver_version";

    /** @param round reads all GPUs */
    public Comparison compare(List<ExaminedGpu> gpus, Runnable round) {
        try {
            Map<String, Metric> properties = properties();
            SmiTable known = this.smi.queryKnown(names(properties));
            round.run();
            SmiTable queried = this.smi.query(known.names());
            round.run();
            return new ComparedRows(this, queried, properties).compare(gpus);
        } catch (SmiRefusedException refusal) {
            return Comparison.none(this.program, refusal.sentence());
        }
    }

    /** Returns the result when no GPU answers gpulse. */
    public Comparison withoutGpulse(List<ExaminedGpu> gpus) {
        try {
            int seen = this.smi.query(List.of(INDEX, UUID)).rows().size();
            String sentence = "It sees " + seen + (seen == 1 ? " GPU" : " GPUs");
            return Comparison.none(
                    this.program,
                    gpus.isEmpty()
                            ? sentence + ", which gpulse does not."
                            : sentence + ". Nothing was compared, since no GPU answers gpulse.");
        } catch (SmiRefusedException refusal) {
            return Comparison.none(this.program, refusal.sentence());
        }
    }

    private static List<String> names(Map<String, Metric> properties) {
        List<String> names = new ArrayList<>(List.of(INDEX, DRIVER));
        names.addAll(properties.keySet());
        return names;
    }

    /** Returns gpulse's metrics by the names that nvidia-smi supports; all of them when its help lists none. */
    private Map<String, Metric> properties() throws SmiRefusedException {
        Set<String> inHelp = this.smi.namesInHelp();
        Map<String, Metric> properties = new LinkedHashMap<>();
        for (Metric metric : Metric.of(Scope.GPU)) {
            name(metric.key(), inHelp).ifPresent((name) -> properties.put(name, metric));
        }
        return properties;
    }

    /** Returns the name that nvidia-smi knows: up to driver 525 event reasons had another one. */
    private static Optional<String> name(String key, Set<String> inHelp) {
        String older = key.replace("clocks_event_reasons.", "clocks_throttle_reasons.");
        if (inHelp.isEmpty() || inHelp.contains(key)) {
            return Optional.of(key);
        }
        return inHelp.contains(older) ? Optional.of(older) : Optional.empty();
    }

    /** Returns the GPU of a row by its UUID, or by its index when the UUID is unknown. */
    static Optional<ExaminedGpu> gpu(SmiTable table, List<SmiCell> row, List<ExaminedGpu> gpus) {
        String uuid = word(table, row, UUID);
        String index = word(table, row, INDEX);
        return gpus.stream()
                .filter((gpu) -> gpu.identity()
                        .filter((known) -> !uuid.isEmpty())
                        .map((known) -> known.uuid().equals(uuid))
                        .orElse(index.equals(String.valueOf(gpu.index()))))
                .findFirst();
    }

    /** Returns the cell below a name; empty without a value. */
    private static String word(SmiTable table, List<SmiCell> row, String name) {
        if (!table.names().contains(name)) {
            return "";
        }
        SmiCell cell = table.cell(row, name);
        return cell.isAbsent() ? "" : cell.text();
    }
}
