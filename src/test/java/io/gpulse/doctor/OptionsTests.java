package io.gpulse.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.examination.ExaminationTimeouts;
import io.gpulse.doctor.report.IndexRanges;
import io.gpulse.doctor.report.WrappedText;
import io.gpulse.setup.HostSystem;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTests {

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--jsn | There is no option --jsn; the nearest is --json.",
                "tea | There is no option tea; --help names all there are.",
                "--json=yes | The option --json takes no value.",
                "--nvml-library | The option --nvml-library needs a path: --nvml-library=PATH.",
                "--nvidia-smi= | The option --nvidia-smi needs a path: --nvidia-smi=PATH.",
                "--source=demo | There is no option --source: the doctor looks at this machine, never at a demo."
            })
    void aWrongOptionIsReportedInOneSentence(String option, String sentence) {
        DoctorRun visit = DoctorRun.to(this.directory);

        int code = visit.ends(option);

        assertThat(code).isEqualTo(2);
        assertThat(visit.complained()).isEqualToIgnoringNewLines(sentence);
        assertThat(visit.output()).isEmpty();
    }

    @Test
    void settingsOfTheServerAreOptionsToo() {
        Map<String, String> variables =
                Map.of("GPULSE_NVML_LIBRARY", "/of/a/variable", "GPULSE_NVML_WAKESLEEPINGGPUS", "false");

        assertThat(ServerSettings.asOptions(List.of("--json"), variables))
                .containsExactly("--nvml-library=/of/a/variable", "--no-wake", "--json");
        assertThat(ServerSettings.asOptions(
                        List.of(
                                "--gpulse.nvml.library=/given",
                                "--gpulse.nvml.wake-sleeping-gpus=true",
                                "--gpulse.smi.program=/bin/smi"),
                        variables))
                .containsExactly("--nvml-library=/given", "--nvidia-smi=/bin/smi");
        assertThat(ServerSettings.asOptions(
                        List.of("--gpulse.smi.program=/bin/smi", "--record", "1s", "file"), Map.of()))
                .containsExactly("--record", "1s", "file");
    }

    @Test
    void theLibraryOfTheServerIsExamined() {
        DoctorRun visit = DoctorRun.to(this.directory)
                .variable(
                        "GPULSE_NVML_LIBRARY",
                        this.directory.resolve("libnone.so").toString());

        int code = visit.ends("--gpulse.nvml.wake-sleeping-gpus=false");

        assertThat(code).isEqualTo(3);
        assertThat(visit.output()).contains("libnone.so");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "-h"})
    void theHelpNamesEveryOptionAndEveryCode(String option) {
        DoctorRun visit = DoctorRun.to(this.directory);

        int code = visit.ends(option);

        assertThat(code).isZero();
        assertThat(visit.output())
                .contains("--json", "--share", "--nvml-library=PATH", "--nvidia-smi=PATH", "--help")
                .contains("  0  ", "  1  ", "  2  ", "  3  ", "  4  ");
        assertThat(visit.output().lines()).allSatisfy((line) -> assertThat(line).hasSizeLessThan(WrappedText.WIDTH));
    }

    @Test
    void anUnexpectedFailureIsOneSentence() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Map<String, String> broken = new HashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public String get(Object name) {
                throw new IllegalStateException("no " + name);
            }
        };

        ExitCode code = new Doctor(new HostSystem(this.directory, broken), ExaminationTimeouts.USUAL)
                .visit(List.of("--nvml-library=none"), System.out, new PrintStream(err, true, UTF_8));

        assertThat(code).isEqualTo(ExitCode.TROUBLE);
        assertThat(err.toString(UTF_8).lines())
                .singleElement()
                .asString()
                .startsWith("The doctor itself failed: java.lang.IllegalStateException: no ")
                .endsWith(" (-Dgpulse.doctor.trace=true shows where).");
    }

    @Test
    void numbersInARowAreWrittenAsARange() {
        assertThat(IndexRanges.of(List.of(0, 1, 2, 5, 7, 8))).isEqualTo("0-2, 5, 7-8");
    }
}
