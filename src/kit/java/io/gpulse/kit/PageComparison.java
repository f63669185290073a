package io.gpulse.kit;

import io.gpulse.doctor.report.Mask;
import io.gpulse.smi.SmiCell;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Compares pages that both printed, value by value. */
final class PageComparison {

    /** Headings with a time of query, which always differ. */
    private static final Set<String> TIMES = Set.of("timestamp", "Timestamp");

    /** Properties of nvidia-smi and lines of its log whose values are secret. */
    private static final Pattern SECRETS =
            Pattern.compile("(?i)serial|uuid|part.?number|guid|hostname|host.?id|\\bpdi\\b|process(es)? / .*(name|id)");

    /** Values of the log for an absence. */
    private static final Set<String> NO_VALUE = Set.of("None", "Not Found", "Not Active");

    private final Mask mask;
    private final ComparedSet found;

    PageComparison(Mask mask, ComparedSet found) {
        this.mask = mask;
        this.found = found;
    }

    void properties(BeforeAfter<CsvPage> pages) {
        int rows = pages.ours().rows().size();
        if (pages.before().rows().size() != rows || pages.after().rows().size() != rows) {
            this.found.problem("nvidia-smi reports " + pages.before().rows().size() + " GPUs, gpulse " + rows + ".");
        }
        for (String name : pages.ours().names()) {
            add(name, "header of " + name, pages.map((page) -> page.header(name)));
            for (int row = 0; row < rows; row++) {
                int gpu = row;
                add(name, "GPU " + row + " / " + name, pages.map((page) -> page.cell(gpu, name)));
            }
        }
    }

    void part(String part, BeforeAfter<Map<String, String>> pages) {
        Set<String> paths = new LinkedHashSet<>(pages.before().keySet());
        paths.retainAll(pages.after().keySet());
        paths.forEach((path) -> {
            if (pages.ours().containsKey(path)) {
                add(path, "-d " + part + " / " + path, pages.map((page) -> page.getOrDefault(path, "")));
            } else {
                this.found.unknown("-d " + part + " / " + path);
            }
        });
        pages.ours().keySet().stream()
                .filter((path) -> !TIMES.contains(path))
                .filter((path) ->
                        !pages.before().containsKey(path) && !pages.after().containsKey(path))
                .forEach((path) -> this.found.onlyOurs("-d " + part + " / " + path));
    }

    void tables(BeforeAfter<List<Map<String, String>>> tables) {
        int gpus = Math.min(tables.ours().size(), tables.before().size());
        for (int gpu = 0; gpu < Math.min(gpus, tables.after().size()); gpu++) {
            int row = gpu;
            BeforeAfter<Map<String, String>> rows = tables.map((table) -> table.get(row));
            rows.before()
                    .keySet()
                    .forEach((column) -> add(
                            column,
                            "table / GPU " + row + " / " + column,
                            rows.map((cells) -> cells.getOrDefault(column, ""))));
        }
    }

    private void add(String name, String where, BeforeAfter<String> texts) {
        if (TIMES.contains(name)) {
            return;
        }
        if (SECRETS.matcher(name).find() && !where.startsWith("header")) {
            learn(texts.ours());
            learn(texts.before());
        }
        this.found.add(BeforeAfter.value(where, texts));
    }

    private void learn(String value) {
        if (!new SmiCell(value).isAbsent() && !NO_VALUE.contains(value)) {
            this.mask.learn("secret", value);
        }
    }
}
