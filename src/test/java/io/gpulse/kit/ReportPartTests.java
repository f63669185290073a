package io.gpulse.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.report.Mask;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The smaller parts of a report. */
class ReportPartTests {

    @Test
    void figuresOfAProcessAreReadAlsoWhereItsNameHoldsParentheses() {
        ProcessFigures figures = ProcessFigures.parse(
                "Name:\tjava\nVmHWM:\t  300000 kB\nVmRSS:\t  250000 kB\nThreads:\t31\n",
                "42 (a) b (c)) S 1 42 42 0 -1 4194304 100 0 0 0 700 50 0 0 20 0 31 0 12345 4000000 62500 1844\n");

        assertThat(figures).isEqualTo(new ProcessFigures(250_000, 750, 31));
        assertThat(figures.residentMegabytes()).isEqualTo(256);
    }

    @Test
    void thisProcessHasFigures() {
        assertThat(ProcessFigures.of(ProcessHandle.current().pid()))
                .hasValueSatisfying((figures) -> assertThat(figures.threads()).isPositive());
    }

    @Test
    void aTableEscapesCharactersThatEndACell() {
        Markdown table = new Markdown().table(List.of("property", "value"), List.of(List.of("a|b", "c\nd")));

        assertThat(table).hasToString("| property | value |\n| --- | --- |\n| a\\|b | c d |\n\n");
        assertThat(Markdown.code("")).isEqualTo("(nothing)");
    }

    @Test
    void secretsAreMaskedTheSameEverywhere() {
        Mask mask = new Mask();
        mask.learn("host", "gpu7");
        mask.learn("user", "root");

        String masked = mask.apply("gpu7 and gpu7.example, gpu77, root, [N/A],"
                + " GPU-8d2c9d3f-1f3c-4a4e-9f6a-0123456789ab of /home/anna/run");

        assertThat(masked).isEqualTo("host-1 and host-1.example, gpu77, root, [N/A], GPU-masked-1 of /home/user-1/run");
    }

    @Test
    void aRowOfTheCatalogueIsPresentOrAbsentForAReason() {
        JsonTree catalogue = JsonTree.parse("""
                [{"key":"fan.speed","scope":"GPU","source":"nvmlDeviceGetFanSpeed"},
                 {"key":"name","scope":"GPU","source":"nvmlDeviceGetName"},
                 {"key":"host.load.1m","scope":"HOST","source":"/proc/loadavg"}]
                """);
        JsonTree snapshot = JsonTree.parse("""
                {"gpus":[{"index":0,"state":"OK","values":{},"facts":{"name":"H100"},
                          "absent":{"fan.speed":"NOT_SUPPORTED"}},
                         {"index":1,"state":"STUCK","values":{"fan.speed":30},"facts":{},"absent":{}}]}
                """);

        assertThat(new SupportSection(catalogue, snapshot).rows())
                .containsExactly(
                        List.of("fan.speed", "nvmlDeviceGetFanSpeed", "NOT_SUPPORTED", "present"),
                        List.of("name", "nvmlDeviceGetName", "present", "not reported (STUCK)"));
    }

    @Test
    void aCallIsReportedWithItsCodesAndTimes() {
        JsonTree calls = JsonTree.parse("""
                {"format":1,"calls":[{"call":"nvmlDeviceGetClockInfo(1)","count":60,"codes":{"0":59,"3":1},
                 "p50Micros":12.3,"p99Micros":40.1,"hangs":0}]}
                """);

        assertThat(CallsSection.rows(calls))
                .containsExactly(List.of("nvmlDeviceGetClockInfo(1)", "60", "0: 59, 3: 1", "12.3", "40.1", "0"));
        assertThat(CallsSection.rows(JsonTree.parse("no document"))).isEmpty();
    }
}
