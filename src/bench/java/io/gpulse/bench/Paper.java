package io.gpulse.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The output of a benchmark: sentences, and tables in Markdown. */
final class Paper {

    private final PrintStream out;

    Paper(PrintStream out) {
        this.out = out;
    }

    void print(String sentence) {
        this.out.println(sentence);
        this.out.flush();
    }

    void table(List<List<String>> rows) {
        List<Integer> widths = IntStream.range(0, rows.get(0).size())
                .mapToObj((column) -> rows.stream()
                        .mapToInt((row) -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toList();
        List<List<String>> ruled = new ArrayList<>(rows);
        ruled.add(1, widths.stream().map("-"::repeat).toList());
        print("");
        for (List<String> row : ruled) {
            print(IntStream.range(0, row.size())
                    .mapToObj((column) -> padded(row.get(column), widths.get(column)))
                    .collect(Collectors.joining(" | ", "| ", " |")));
        }
        print("");
    }

    private static String padded(String cell, int width) {
        return cell + " ".repeat(width - cell.length());
    }

    /** Prints a figure next to its aim. */
    void compare(String what, double measured, double most) {
        print(String.format(
                Locale.ROOT, "%-58s %10.2f   aim: at most %10.2f   %s", what, measured, most, verdict(measured, most)));
    }

    /** Returns a number with the printed precision. */
    private static String verdict(double measured, double most) {
        return Math.round(measured * 100) <= Math.round(most * 100) ? "reached" : "MISSED";
    }

    static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
