package io.gpulse.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The section on the driver's support for each metric of the catalogue, with the reason for each absence. */
final class SupportSection {

    private final JsonTree catalogue;
    private final JsonTree snapshot;

    SupportSection(JsonTree catalogue, JsonTree snapshot) {
        this.catalogue = catalogue;
        this.snapshot = snapshot;
    }

    void write(Markdown report) {
        report.heading(2, "Catalogue");
        List<JsonTree> gpus = this.snapshot.at("gpus").items();
        if (gpus.isEmpty()) {
            report.paragraph("No GPU has readings.");
            return;
        }
        List<List<String>> rows = rows();
        report.paragraph("Metrics of scope GPU, from the snapshot. In total: " + sum(rows) + ".");
        List<String> headers = new ArrayList<>(List.of("row", "source"));
        gpus.forEach((gpu) -> headers.add("GPU " + gpu.at("index").text()));
        report.table(headers, rows);
    }

    List<List<String>> rows() {
        return this.catalogue.items().stream()
                .filter((row) -> row.at("scope").text().equals("GPU"))
                .map(this::row)
                .toList();
    }

    private List<String> row(JsonTree row) {
        String key = row.at("key").text();
        List<String> cells = new ArrayList<>(List.of(key, row.at("source").text()));
        this.snapshot.at("gpus").items().forEach((gpu) -> cells.add(state(gpu, key)));
        return cells;
    }

    private static String state(JsonTree gpu, String key) {
        if (gpu.at("values", key).present() || gpu.at("facts", key).present()) {
            return "present";
        }
        String reason = gpu.at("absent", key).text();
        return reason.isEmpty() ? "not reported (" + gpu.at("state").text() + ")" : reason;
    }

    private static String sum(List<List<String>> rows) {
        Map<String, Integer> counts = new TreeMap<>();
        rows.forEach((row) -> row.subList(2, row.size()).forEach((state) -> counts.merge(state, 1, Integer::sum)));
        return String.join(
                ", ",
                counts.entrySet().stream()
                        .map((count) -> count.getValue() + " " + count.getKey())
                        .toList());
    }
}
