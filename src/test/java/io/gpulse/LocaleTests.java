package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.host.FakeProc;
import io.gpulse.host.NamePrintingProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocaleTests {

    @TempDir
    private Path proc;

    @Test
    void theProgramOfAProcessIsReadInALocaleWithoutItsCharacters() throws IOException {
        NamePrintingProgram.prepare(new FakeProc(this.proc));
        List<String> command = new ArrayList<>(JavaProcess.SHORT_RUN);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(NamePrintingProgram.class.getName(), this.proc.toString()));

        try (JavaProcess process = new JavaProcess(command, Map.of("LC_ALL", "C"))) {
            process.awaitEnd();

            String expected =
                    "/opt/训练 1/python".chars().mapToObj(Integer::toHexString).collect(Collectors.joining(" "));
            assertThat(process.output()).containsExactly(expected);
        }
    }
}
