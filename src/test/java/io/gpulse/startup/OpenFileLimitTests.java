package io.gpulse.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenFileLimitTests {

    @TempDir
    private Path folder;

    @Test
    void aLimitThatIsTooLowIsReportedWithAnOptionThatHelps() throws IOException {
        assertThat(OpenFileLimit.fault(limits("64")).orElseThrow())
                .startsWith("The limit of open files is 64, and gpulse needs at least 128:")
                .contains("ulimit -n 1024");
    }

    @Test
    void otherLimitsAndUnknownOnesStartGpulse() throws IOException {
        assertThat(OpenFileLimit.fault(limits("128"))).isEmpty();
        assertThat(OpenFileLimit.fault(limits("1048576"))).isEmpty();
        assertThat(OpenFileLimit.fault(limits("unlimited"))).isEmpty();
        assertThat(OpenFileLimit.fault(this.folder.resolve("missing"))).isEmpty();
    }

    @Test
    void aLowLimitRefusesNoHelp() throws IOException {
        assertThat(Launcher.reply(List.of("--version"), limits("64"))
                        .orElseThrow()
                        .exitCode())
                .isZero();
        assertThat(Launcher.reply(List.of(), limits("64")).orElseThrow().exitCode())
                .isEqualTo(1);
        assertThat(Launcher.reply(List.of(), limits("128"))).isEmpty();
    }

    private Path limits(String soft) throws IOException {
        return Files.writeString(this.folder.resolve("limits"), """
                Limit                     Soft Limit           Hard Limit           Units
                Max processes             514867               514867               processes
                Max open files            %-20s 1048576              files
                Max locked memory         67108864             67108864             bytes
                """.formatted(soft));
    }
}
