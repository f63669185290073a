package io.gpulse.bench;

import io.gpulse.parity.ParityFigures;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The share of cells equal to those that nvidia-smi printed on real machines, and the cost of a query. */
final class ParityBench {

    private final Setting setting;
    private final Paper paper;

    ParityBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    void run() throws Exception {
        Path recordings = this.setting.base().resolve("../shared/captures/csv").normalize();
        if (recordings.toFile().isDirectory()) {
            print(ParityFigures.of(this.setting.work()));
        } else {
            this.paper.print("No recordings at ../shared/captures: parity was not measured.");
        }
        new QueryCost(this.setting, this.paper).run();
    }

    private void print(List<ParityFigures.Line> lines) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("transcript", "equal", "covered", "total", "cells in all", "of them different"));
        lines.forEach((line) -> rows.add(row(line)));
        rows.add(sum("Linux without MIG", lines, ParityFigures.Line::usual));
        rows.add(sum("all", lines, (line) -> true));
        this.paper.table(rows);
        this.paper.print("Total: cells whose property the driver reports by a public symbol. The rest that differs:");
        lines.stream()
                .flatMap((line) -> line.differences().stream())
                .map((difference) -> difference.split(":", 2)[0])
                .distinct()
                .sorted()
                .forEach((header) -> this.paper.print("  " + header));
        this.paper.print("");
    }

    private static List<String> row(ParityFigures.Line line) {
        return List.of(
                line.transcript(),
                String.valueOf(line.equal()),
                String.valueOf(line.covered()),
                String.valueOf(line.total()),
                String.valueOf(line.cells()),
                String.valueOf(line.differences().size()));
    }

    private static List<String> sum(
            String name, List<ParityFigures.Line> lines, Predicate<ParityFigures.Line> counted) {
        List<ParityFigures.Line> some = lines.stream().filter(counted).toList();
        return List.of(
                name,
                String.valueOf(
                        some.stream().mapToLong(ParityFigures.Line::equal).sum()),
                String.valueOf(
                        some.stream().mapToLong(ParityFigures.Line::covered).sum()),
                String.valueOf(
                        some.stream().mapToLong(ParityFigures.Line::total).sum()),
                String.valueOf(some.stream().mapToInt(ParityFigures.Line::cells).sum()),
                String.valueOf(some.stream()
                        .mapToInt((line) -> line.differences().size())
                        .sum()));
    }
}
