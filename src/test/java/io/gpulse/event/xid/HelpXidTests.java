package io.gpulse.event.xid;

import io.gpulse.event.Severity;
import io.gpulse.testing.GeneratedHelp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What HELP.md says of Xids is what the tables say. */
class HelpXidTests {

    @Test
    void xidsAreThoseOfTheTable() {
        List<String> lines =
                new ArrayList<>(List.of("| Xid | what | from | severity | what to do |", "|---|---|---|---|---|"));
        XidTable.rows().forEach((row) -> lines.add(line(row)));

        GeneratedHelp.assertSection("xids", lines);
    }

    private static String line(XidTable.Row row) {
        Xid xid = row.xid();
        String blame = xid.blame().stream().map(LikelyCause::words).collect(Collectors.joining(", "));
        String severity = xid.severity() == Severity.CRITICAL
                ? "**" + xid.severity().label() + "**"
                : xid.severity().label();
        return "| " + row.numbers().replace(",", ", ").replace('-', '–') + " | "
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
        OperationalCode.all().stream()
                .collect(Collectors.groupingBy(
                        OperationalCode::module, java.util.LinkedHashMap::new, Collectors.toList()))
                .forEach((module, codes) -> lines.add("| " + module + " | "
                        + codes.stream().map(HelpXidTests::told).collect(Collectors.joining(", ")) + " |"));

        GeneratedHelp.assertSection("operational-codes", lines);
    }

    private static String told(OperationalCode code) {
        String told = code.code() + " `" + code.name() + "`";
        return code.xid() == null ? told : told + " " + code.xid();
    }
}
