package io.gpulse.event.xid;

import io.gpulse.event.Severity;
import io.gpulse.testing.GeneratedHelp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The sections of HELP.md on Xids, compared with the tables. */
class HelpXidTests {

    static final Map<String, String> CAUSES = Map.ofEntries(
            Map.entry("application", "the program"),
            Map.entry("driver", "the driver"),
            Map.entry("firmware", "the firmware"),
            Map.entry("hardware", "the GPU"),
            Map.entry("memory", "its memory"),
            Map.entry("nvlink", "NVLink"),
            Map.entry("bus", "the bus"),
            Map.entry("power", "power"),
            Map.entry("thermal", "heat"),
            Map.entry("consequence", "another fault"),
            Map.entry("unknown", "not known"));

    @Test
    void xidsAreThoseOfTheTable() {
        List<String> lines =
                new ArrayList<>(List.of("| Xid | what | from | severity | what to do |", "|---|---|---|---|---|"));
        TableRows.of("xids.txt", 9).forEach((cells) -> lines.add(line(cells.get(0))));

        GeneratedHelp.assertSection("xids", lines);
    }

    /** @param numbers of a row, such as {@code 39,40,41,70-72} */
    private static String line(String numbers) {
        Xid xid = Xid.of(Integer.parseInt(numbers.split("[,-]")[0]));
        String blame = xid.blame().stream().map(CAUSES::get).collect(Collectors.joining(", "));
        String severity = xid.severity() == Severity.CRITICAL
                ? "**" + xid.severity().label() + "**"
                : xid.severity().label();
        return "| " + numbers.replace(",", ", ").replace('-', '–') + " | "
                + xid.title().en() + ": "
                + xid.meaning().en() + " | " + blame + " | " + severity + " | "
                + xid.remedy().words().en() + " |";
    }

    @Test
    void recoveryActionsAreThoseOfTheTable() {
        List<String> lines =
                new ArrayList<>(List.of("| `gpu_recovery_action` | what the driver recommends |", "|---|---|"));
        Arrays.stream(RecoveryAction.values())
                .forEach((action) ->
                        lines.add("| " + action.code() + " | " + action.words().en() + " |"));

        GeneratedHelp.assertSection("recovery-actions", lines);
    }

    @Test
    void operationalCodesAreThoseOfTheTable() {
        List<String> lines = new ArrayList<>(List.of("| module | codes, and the Xid of each |", "|---|---|"));
        OperationalCode.ALL.stream()
                .collect(Collectors.groupingBy(
                        OperationalCode::module, java.util.LinkedHashMap::new, Collectors.toList()))
                .forEach((module, codes) -> lines.add("| " + module + " | "
                        + codes.stream().map(HelpXidTests::cell).collect(Collectors.joining(", ")) + " |"));

        GeneratedHelp.assertSection("operational-codes", lines);
    }

    private static String cell(OperationalCode code) {
        String cell = code.code() + " `" + code.name() + "`";
        return code.xid() == null ? cell : cell + " " + code.xid();
    }
}
