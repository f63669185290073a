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
 * Lays our values beside nvidia-smi's: a round of ours, one run of it, another round of ours. Which properties it knows
 * is found out before.
 *
 * @param program where it lies
 * @param driverVersion what the driver told us; null when it did not
 */
public record Comparer(
        NvidiaSmi smi, String program, @Nullable String driverVersion) {

    private static final String INDEX = "index";
    private static final String UUID = Metric.UUID.key();
    private static final String DRIVER = "driver_version";

    /** @param round looks at all patients */
    public Comparison compare(List<ExaminedGpu> gpus, Runnable round) {
        try {
            Map<String, Metric> properties = properties();
            SmiTable known = this.smi.askWhatItKnows(names(properties));
            round.run();
            SmiTable told = this.smi.ask(known.names());
            round.run();
            return new ComparedRows(this, told, properties).beside(gpus);
        } catch (SmiRefusedException refusal) {
            return Comparison.none(this.program, refusal.sentence());
        }
    }

    /** What it says where nothing answers us. */
    public Comparison withoutGpulse(List<ExaminedGpu> gpus) {
        try {
            int seen = this.smi.ask(List.of(INDEX, UUID)).rows().size();
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

    /** Our rows by the names that it knows them by; all of ours where its help says nothing. */
    private Map<String, Metric> properties() throws SmiRefusedException {
        Set<String> inHelp = this.smi.namesInHelp();
        Map<String, Metric> properties = new LinkedHashMap<>();
        for (Metric metric : Metric.of(Scope.GPU)) {
            name(metric.key(), inHelp).ifPresent((name) -> properties.put(name, metric));
        }
        return properties;
    }

    /** Up to driver 525 the reasons had another name, which newer drivers know as well. */
    private static Optional<String> name(String key, Set<String> inHelp) {
        String older = key.replace("clocks_event_reasons.", "clocks_throttle_reasons.");
        if (inHelp.isEmpty() || inHelp.contains(key)) {
            return Optional.of(key);
        }
        return inHelp.contains(older) ? Optional.of(older) : Optional.empty();
    }

    /** Whose row it is; by its index where it, or we, do not know which GPU that is. */
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

    /** What it prints below a name; empty for nothing. */
    private static String word(SmiTable table, List<SmiCell> row, String name) {
        if (!table.names().contains(name)) {
            return "";
        }
        SmiCell cell = table.cell(row, name);
        return cell.isAbsent() ? "" : cell.text();
    }
}
