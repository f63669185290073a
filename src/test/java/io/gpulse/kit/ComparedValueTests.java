package io.gpulse.kit;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.report.Mask;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparedValueTests {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GPU 0 / name | NVIDIA H100 | NVIDIA H100; NVIDIA H100 | EQUAL",
                "GPU 0 / power.draw | 120.50 W | 119.00 W; 120.50 W | EQUAL",
                "GPU 0 / power.draw | 120.50 W | 119.00 W; 121.00 W | BETWEEN",
                "GPU 0 / power.draw | 120.50 W | 121.00 W; 119.00 W | BETWEEN",
                "GPU 0 / power.draw | 125.50 W | 119.00 W; 121.00 W | MOVED",
                "GPU 0 / pstate | P2 | P0; P0 | MOVED",
                "GPU 0 / clocks.sm | 1980 MHz | 345 MHz; 345 MHz | MOVED",
                "-d POWER / GPU 0 / GPU Power Readings / Average Power Draw | 70 W | 71 W; 71 W | MOVED",
                "table / GPU 0 / Util | 5 | 4; 4 | MOVED",
                "GPU 0 / power.draw | 120.50 mW | 119.00 W; 121.00 W | DIFFERENT",
                "GPU 0 / power.draw | [N/A] | 119.00 W; 121.00 W | DIFFERENT",
                "GPU 0 / power.draw | 119 W | [N/A]; [N/A] | DIFFERENT",
                "GPU 0 / fan.speed | N/A | [N/A]; [N/A] | DIFFERENT",
                "GPU 0 / power.limit | 700.00 W | 650.00 W; 650.00 W | DIFFERENT",
                "GPU 0 / clocks.max.sm | 1980 MHz | 1990 MHz; 1990 MHz | DIFFERENT",
                "GPU 0 / clocks.applications.gr | 1980 MHz | 1990 MHz; 1990 MHz | DIFFERENT",
                "-d CLOCK / GPU 0 / Max Clocks / SM | 1980 MHz | 1990 MHz; 1990 MHz | DIFFERENT",
                "GPU 0 / driver_version | 580.95.05 | 580.95.06; 580.95.06 | DIFFERENT"
            })
    void changingValuesMayLieBetweenAndOthersAreEqual(
            String where, String ours, String beforeAndAfter, Agreement agreement) {
        String[] theirs = beforeAndAfter.split("; ");

        assertThat(new ComparedValue(where, ours, theirs[0], theirs[1]).agreement())
                .isEqualTo(agreement);
    }

    @Test
    void aValueThatAgreedInOnePassIsNotListedAsDifferent() {
        ComparedSet found = new ComparedSet();
        found.add(new ComparedValue("GPU 0 / power.limit", "700 W", "650 W", "650 W"));
        found.add(new ComparedValue("GPU 0 / power.limit", "650 W", "650 W", "650 W"));
        found.add(new ComparedValue("GPU 0 / name", "A", "B", "B"));

        assertThat(found.all(Agreement.DIFFERENT))
                .extracting(ComparedValue::where)
                .containsExactly("GPU 0 / name");
        assertThat(found.sometimes()).extracting(ComparedValue::ours).containsExactly("700 W");
        assertThat(found.counts()).containsEntry(Agreement.EQUAL, 1).containsEntry(Agreement.DIFFERENT, 1);
    }

    @Test
    void linesThatOnlyOneOfThemPrintsAreNoDifferences() {
        ComparedSet found = new ComparedSet();
        PageComparison comparison = new PageComparison(new Mask(), found);
        String theirs = "GPU 1B\n    Total : 5 MiB\n    Voltage : 7 mV\n";
        String ours = "Timestamp : later\nGPU 1B\n    Total : 6 MiB\n    Extra : 1\n";

        comparison.part("MEMORY", new BeforeAfter<>(theirs, ours, theirs).map(LogPart::parse));

        assertThat(found.all(Agreement.DIFFERENT))
                .containsExactly(new ComparedValue("-d MEMORY / GPU 0 / Total", "6 MiB", "5 MiB", "5 MiB"));
        assertThat(found.unknownToGpulse()).containsExactly("-d MEMORY / GPU 0 / Voltage");
        assertThat(found.onlyInGpulse()).containsExactly("-d MEMORY / GPU 0 / Extra");
    }

    @Test
    void headersAreComparedAndSecretsLearned() {
        ComparedSet found = new ComparedSet();
        Mask mask = new Mask();
        List<String> names = List.of("serial", "power.draw");
        BeforeAfter<String> texts = new BeforeAfter<>(
                "serial, power.draw [W]\n1654922, 7 W\n",
                "serial, power.draw\n1654923, 7 W\n",
                "serial, power.draw [W]\n1654922, 7 W\n");

        new PageComparison(mask, found).properties(texts.map((text) -> CsvPage.parse(names, text)));

        assertThat(found.all(Agreement.DIFFERENT))
                .extracting(ComparedValue::where)
                .containsExactly("GPU 0 / serial", "header of power.draw");
        assertThat(mask.apply("1654922 is not 1654923")).doesNotContain("1654922", "1654923");
    }
}
