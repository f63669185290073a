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

    private static final Map<LikelyCause, String> CAUSES = Map.ofEntries(
            Map.entry(LikelyCause.APPLICATION, "the program"),
            Map.entry(LikelyCause.DRIVER, "the driver"),
            Map.entry(LikelyCause.FIRMWARE, "the firmware"),
            Map.entry(LikelyCause.HARDWARE, "the GPU"),
            Map.entry(LikelyCause.MEMORY, "its memory"),
            Map.entry(LikelyCause.NVLINK, "NVLink"),
            Map.entry(LikelyCause.BUS, "the bus"),
            Map.entry(LikelyCause.POWER, "power"),
            Map.entry(LikelyCause.THERMAL, "heat"),
            Map.entry(LikelyCause.CONSEQUENCE, "another fault"),
            Map.entry(LikelyCause.UNKNOWN, "not known"));

    @Test
    void xidsAreThoseOfTheTable() {
        List<String> lines =
                new ArrayList<>(List.of("| Xid | what | from | severity | what to do |", "|---|---|---|---|---|"));
        TableRows.of("xids.txt", 9).forEach((cells) -> lines.add(line(cells.get(0))));

        GeneratedHelp.assertSection("xids", lines);
    }

    /** @param numbers of a row, such as {@code 39,40,41,70-72} */
    private static String line(String numbers) {
        Xid xid = XidTable.of(Integer.parseInt(numbers.split("[,-]")[0]));
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
