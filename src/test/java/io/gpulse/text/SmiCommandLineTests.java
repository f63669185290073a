package io.gpulse.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.topology.Topology;
import io.gpulse.rounds.Rounds;
import io.gpulse.testing.Snapshots;
import io.gpulse.text.query.Monitor;
import io.gpulse.text.query.RecentSamples;
import io.gpulse.text.query.SmiOutput;
import io.gpulse.text.query.SummaryTable;
import io.gpulse.web.ProblemException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

class SmiCommandLineTests {

    private static final Source DRIVER = new Source(SourceKind.NVML, false, "580.95.05", "13.580.95", "13.0", null);

    private static final Topology NOTHING = new Topology(false, null, null, List.of(), List.of(), null, List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--query-gpu=index --format=csv,noheader -i 1",
                "--query-gpu index --format csv,noheader -i=1",
                "--query-gpu=index --format=csv,noheader -i1",
                "-i 1 --format=noheader,csv --query-gpu=index",
                "--id=1 --format=csv,noheader --query-gpu=index",
                "--id 1 --format=csv,noheader --query-gpu=index"
            })
    void theSpellingsOfAValueAreEqual(String line) {
        assertThat(query(line).ids()).containsExactly("1");
        assertThat(printed(line)).isEqualTo("0\n1\n");
    }

    @ParameterizedTest
    @CsvSource({
        "-L, PT0S",
        "-l, PT5S",
        "-l -q, PT5S",
        "-l 2, PT2S",
        "-l=2, PT2S",
        "-l2, PT2S",
        "--loop=2, PT2S",
        "--loop 2 -q, PT2S",
        "-lms 500, PT0.5S",
        "-lms=500, PT0.5S",
        "-lms500, PT0.5S",
        "--loop-ms=500, PT0.5S",
        "dmon, PT1S",
        "dmon -d 10, PT10S",
        "dmon --delay=10, PT10S",
        "pmon -d10, PT10S"
    })
    void loopsHaveTheirInterval(String line, Duration every) {
        assertThat(query(line).every()).isEqualTo(every.isZero() ? Optional.empty() : Optional.of(every));
    }

    @ParameterizedTest
    @CsvSource({"dmon -c 3, 3", "pmon --count=3, 3", "dmon, 9223372036854775807", "-l 1, 9223372036854775807"})
    void monitorsEndAfterTheirCount(String line, long most) {
        assertThat(query(line).most()).isEqualTo(most);
    }

    @Test
    void monitorsHaveTheirColumns() {
        assertThat(query("dmon").printout()).isEqualTo(new Monitor("dmon", "puc", ""));
        assertThat(query("dmon -s um -o DT -i 0").printout()).isEqualTo(new Monitor("dmon", "um", "DT"));
        assertThat(query("pmon --select=m --options=T").printout()).isEqualTo(new Monitor("pmon", "m", "T"));
    }

    @Test
    void withoutAQueryTheTableIsPrinted() {
        assertThat(query("").printout()).isEqualTo(new SummaryTable());
        assertThat(query("-i 0 -l 1").printout()).isEqualTo(new SummaryTable());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-q -d POWER | ==============NVSMI LOG",
                "-q -d=power -i 0 | ==============NVSMI LOG",
                "--query --display=POWER | ==============NVSMI LOG",
                "-q -x | <?xml version",
                "-x -q | <?xml version",
                "--query --xml-format | <?xml version",
                "-L | GPU 0: NVIDIA H100",
                "--list-gpus | GPU 0: NVIDIA H100",
                "--query-compute-apps=pid --format=csv | pid",
                "topo -m | Legend:",
                "topo --matrix | Legend:",
                "nvlink -s -i 0 | GPU 0: NVIDIA H100",
                "nvlink --status | Device does not have or support Nvlink",
                "--version | NVML version        : 580.95",
                "--help-query-gpu | or \"gpu_uuid\"",
                "--help-query-compute-apps | \"used_gpu_memory\" or \"used_memory\""
            })
    void aCommandPrintsItsPage(String line, String part) {
        assertThat(printed(line)).contains(part);
    }

    @Test
    void theHelpListsEachPropertyAtTheBeginningOfALine() {
        List<String> names = printed("--help-query-gpu")
                .lines()
                .filter((line) -> line.startsWith("\""))
                .toList();

        assertThat(names).startsWith("\"timestamp\"").contains("\"power.draw\"", "\"kmd_version\"");
        assertThat(names).hasSizeGreaterThan(200).doesNotHaveDuplicates();
        assertThat(printed("--help-query-gpu"))
                .startsWith("List of valid properties to query for the switch \"--query-gpu\":\n\n\"timestamp\"\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '\'',
            value = {
                "--bogus # ERROR: Option --bogus is not recognized. Please run 'nvidia-smi -h' for help.",
                "-q --bogus=1 # ERROR: Option --bogus is not recognized. Please run 'nvidia-smi -h' for help.",
                "-qx # ERROR: Option -qx is not recognized. Please run 'nvidia-smi -h' for help.",
                "-f out.txt # ERROR: Option -f is not recognized. Please run 'nvidia-smi -h' for help.",
                "-i # ERROR: Option -i is missing its value. Please run 'nvidia-smi -h' for help.",
                "topo # -",
                "gpus # Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.",
                "nvidia-smi # Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.",
                "-q more # ERROR: Option more is not recognized. Please run 'nvidia-smi -h' for help.",
                "--query-gpu=name # \"--format=\" switch is missing. Please run 'nvidia-smi -h' for help.",
                "--query-gpu=nam --format=csv # Field \"nam\" is not a valid field to query.",
                "--query-gpu=name --format=json # Format modifier is not recognized.",
                "--query-gpu=name -q --format=csv # Only one --query-* switch can be used at a time.",
                "-x # Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.",
                "--format=csv # Invalid combination of input arguments. Please run 'nvidia-smi -h' for help.",
                "-i 0 -i 1 # ERROR: Option -i can only be given once. Please run 'nvidia-smi -h' for help.",
                "dmon -i 0 -i 1 # ERROR: Option -i can only be given once. Please run 'nvidia-smi -h' for help.",
                "-q -d NONSENSE # Failed to parse --display/-d flags",
                "-l 0 # Provided [-l(ms) | --loop(-ms)=] value is incorrect. Loop frequency must be greater than 0.",
                "dmon -c 0 # Invalid value '0': a whole number from 1 is needed. Please run 'nvidia-smi -h' for help.",
                "dmon -s z # Invalid metric 'z' of dmon -s.",
                "dmon -q # ERROR: Option -q is not recognized. Please run 'nvidia-smi -h' for help."
            })
    void whatNvidiaSmiRefusesIsRefused(String line, String sentence) {
        assertThatThrownBy(() -> query(line)).isInstanceOfSatisfying(ProblemException.class, (problem) -> {
            if (!sentence.equals("-")) {
                assertThat(problem.getStatusCode().value()).isEqualTo(400);
                assertThat(problem.getBody().getDetail()).isEqualTo(sentence);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "-pl 300, -pl",
        "-pl300, -pl",
        "-i 0 -pm 1, -pm",
        "--power-limit=300, --power-limit",
        "-r, -r",
        "--gpu-reset -i 0, --gpu-reset",
        "-e 0, -e",
        "-c 3, -c",
        "'-ac 2000,800', -ac",
        "'-lgc 1500,1500', -lgc",
        "-rgc, -rgc",
        "-mig 1, -mig",
        "mig -cgi 9, mig -cgi",
        "drain -p 0000:00:00.0, drain -p",
        "topo, topo",
        "topo -p2p r, topo -p2p",
        "nvlink -sc 0, nvlink -sc"
    })
    void whatWritesIsRefusedWithASentence(String line, String named) {
        assertThatThrownBy(() -> query(line)).isInstanceOfSatisfying(ProblemException.class, (problem) -> {
            assertThat(problem.getStatusCode().value()).isEqualTo(403);
            assertThat(problem.getBody().getDetail())
                    .isEqualTo("gpulse reads only: `" + named + "` is not possible here; run the real nvidia-smi.");
        });
    }

    private static SmiQuery query(String line) {
        List<String> words =
                Stream.of(line.split(" ")).filter((word) -> !word.isEmpty()).toList();
        return new SmiCommandLine(words).query(new RecentSamples(new Rounds(Flux.never())), () -> NOTHING);
    }

    private static String printed(String line) {
        Snapshot two = Snapshots.of(0, DRIVER, List.of(Snapshots.gpu(0), Snapshots.gpu(1)));
        SmiOutput output = query(line).printout();
        return output.header(two) + output.of(two, (any) -> true);
    }
}
