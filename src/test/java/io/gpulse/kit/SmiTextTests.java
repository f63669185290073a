package io.gpulse.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parsing of nvidia-smi's output. */
class SmiTextTests {

    private static final String HELP = """
            List of valid properties to query for the switch "--query-gpu":

            "timestamp"
            The timestamp of when the query was made in format "YYYY/MM/DD HH:MM:SS.msec".

            Section about vgpu properties
            "name" or "gpu_name"
            The official product name of the GPU.

            "compute_mode"
            "0: Default" means multiple contexts are allowed per device.
            "1: Exclusive_Thread", deprecated, use Exclusive_Process instead
            """;

    private static final String USAGE = """
                -d,   --display=            Display only selected information: MEMORY,
                                                UTILIZATION, ECC, FBC_STATS
                                                ROW_REMAPPER, RESET_STATUS
                                                POWER_PROFILES
                                            Flags can be combined with comma e.g. ECC,POWER.
                                            Sampling data with max/min/avg is also returned
            """;

    private static final String LOG = """

            ==============NVSMI LOG==============

            Timestamp                                 : Sun Nov 22 15:00:40 2026
            Attached GPUs                             : 2
            GPU 00000000:1B:00.0
                FB Memory Usage
                    Total                             : 81559 MiB
                    Used                              : 4 MiB
                Processes
                    Process ID                        : 12
                        Name                          : a : b
                    Process ID                        : 13
                        Name                          :
            GPU 00000000:43:00.0
                FB Memory Usage
                    Total                             : 40000 MiB
            """;

    @Test
    void everyPropertyOfTheHelpIsKnownWithItsAliasesAndNothingElse() {
        assertThat(SmiHelp.properties(HELP)).containsExactly("timestamp", "name", "gpu_name", "compute_mode");
        assertThat(SmiHelp.properties("")).isEmpty();
    }

    @Test
    void theHelpListsThePartsOfTheLogAlsoWithoutAComma() {
        assertThat(SmiHelp.parts(USAGE))
                .containsExactly(
                        "MEMORY", "UTILIZATION", "ECC", "FBC_STATS", "ROW_REMAPPER", "RESET_STATUS", "POWER_PROFILES");
        assertThat(SmiHelp.parts("no such help")).isEmpty();
    }

    @Test
    void aTableIsReadByThePlaceOfItsColumns() {
        CsvPage page = CsvPage.parse(
                List.of("name", "power.draw"),
                "name, power.draw [W]\nNVIDIA H100, 367.20 W\nWARNING: infoROM is corrupted\nNVIDIA H100, [N/A]\n");

        assertThat(page.header("power.draw")).isEqualTo("power.draw [W]");
        assertThat(page.rows()).hasSize(2);
        assertThat(page.cell(0, "power.draw")).isEqualTo("367.20 W");
        assertThat(page.cell(2, "power.draw")).isEmpty();
        assertThat(page.other()).containsExactly("WARNING: infoROM is corrupted");
    }

    @Test
    void aValueOfTheLogIsNamedByItsHeadings() {
        assertThat(LogPart.parse(LOG))
                .containsExactly(
                        entry("Timestamp", "Sun Nov 22 15:00:40 2026"),
                        entry("Attached GPUs", "2"),
                        entry("GPU 0 / FB Memory Usage / Total", "81559 MiB"),
                        entry("GPU 0 / FB Memory Usage / Used", "4 MiB"),
                        entry("GPU 0 / Processes / Process ID", "12"),
                        entry("GPU 0 / Processes / Process ID / Name", "a : b"),
                        entry("GPU 0 / Processes / Process ID #2", "13"),
                        entry("GPU 0 / Processes / Process ID / Name #2", ""),
                        entry("GPU 1 / FB Memory Usage / Total", "40000 MiB"));
    }

    @Test
    void theTablesOfBothShowTheSameColumns() {
        String theirs = """
                |   0  NVIDIA H100 80GB HBM3          On  |   00000000:1B:00.0 Off |                    0 |
                | N/A   41C    P0            120W /  700W |       4MiB /  81559MiB |      0%      Default |
                """;
        String ours = """
                GPU  Name                   Temp   Fan  Perf    Power W     Memory MiB   Util
                  0  NVIDIA H100 80GB HBM3  41 C   N/A    P0  121 / 700      4 / 81559    0 %
                """;

        List<Map<String, String>> tables = List.of(
                PrintedTable.ofSmi(theirs).get(0), PrintedTable.ofGpulse(ours).get(0));

        assertThat(tables)
                .allSatisfy((row) -> assertThat(row)
                        .containsEntry("Temp", "41")
                        .containsEntry("Perf", "P0")
                        .containsEntry("Power limit", "700")
                        .containsEntry("Memory used", "4")
                        .containsEntry("Memory total", "81559")
                        .containsEntry("Util", "0"));
        assertThat(tables).extracting((row) -> row.get("Power")).containsExactly("120", "121");
    }
}
