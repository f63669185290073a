package io.gpulse.kit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The human-readable table of nvidia-smi or gpulse: the cells that both print for each GPU, without units. */
final class PrintedTable {

    private static final List<String> COLUMNS =
            List.of("Temp", "Perf", "Power", "Power limit", "Memory used", "Memory total", "Util");

    private static final String NUMBER = "(\\d+|N/A)";

    private static final Pattern OF_SMI =
            Pattern.compile("^\\|\\s*\\S+\\s+" + NUMBER + "C?\\s+(\\S+)\\s+" + NUMBER + "W?\\s*/\\s*" + NUMBER
                    + "W?\\s*\\|\\s*" + NUMBER + "MiB\\s*/\\s*" + NUMBER + "MiB\\s*\\|\\s*" + NUMBER + "%?\\s");

    private static final Pattern OF_GPULSE =
            Pattern.compile("^\\s*\\d+\\s\\s.*?\\s" + NUMBER + "(?: C)?\\s+\\S+(?: %)?\\s+(P\\d+|N/A)\\s+" + NUMBER
                    + " / " + NUMBER + "\\s+" + NUMBER + " / " + NUMBER + "\\s+" + NUMBER + "(?: %)?\\s*$");

    private PrintedTable() {}

    static List<Map<String, String>> ofSmi(String text) {
        return rows(text, OF_SMI);
    }

    static List<Map<String, String>> ofGpulse(String text) {
        return rows(text, OF_GPULSE);
    }

    private static List<Map<String, String>> rows(String text, Pattern pattern) {
        return text.lines()
                .map(pattern::matcher)
                .filter(Matcher::find)
                .map(PrintedTable::row)
                .toList();
    }

    private static Map<String, String> row(Matcher found) {
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < COLUMNS.size(); i++) {
            row.put(COLUMNS.get(i), found.group(i + 1));
        }
        return row;
    }
}
