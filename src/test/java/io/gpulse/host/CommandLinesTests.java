package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandLinesTests {

    private static final int PID = 41102;

    @TempDir
    private Path proc;

    @Test
    void theWordsOfACommandAreSeparatedByBlanks() {
        write("python\0train.py\0--name=G\u00f6del\0");

        assertThat(read()).isEqualTo(new Reading.Text("python train.py --name=G\u00f6del"));
    }

    @Test
    void controlAndBidirectionalCharactersAreReplaced() {
        write("python\0\u001b[2J\u202eevil\n\u0007\0");

        assertThat(read()).isEqualTo(new Reading.Text("python ?[2J?evil??"));
    }

    @Test
    void aLongCommandLineIsCutOff() {
        write("x".repeat(100_000));

        String reported = ((Reading.Text) read()).text();

        assertThat(reported).hasSize(1000).endsWith("x\u2026");
    }

    @Test
    void aLineThatIsCutInsideOfACharacterIsStillShown() throws IOException {
        Files.createDirectories(this.proc.resolve(String.valueOf(PID)));
        Files.write(this.proc.resolve(PID + "/cmdline"), new byte[] {'a', (byte) 0xC3});

        assertThat(read()).isEqualTo(new Reading.Text("a\ufffd"));
    }

    @Test
    void theKernelsOwnProcessesAndThoseThatEndedHaveNone() {
        assertThat(read()).isEqualTo(Reading.absent(Reason.NO_DATA));
        write("");
        assertThat(read()).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void hiddenCommandLinesAreNotRead() {
        write("python");

        assertThat(CommandLines.HIDDEN.of(PID)).isEqualTo(Reading.absent(Reason.HIDDEN));
    }

    private Reading read() {
        return new CommandLines(this.proc).of(PID);
    }

    private void write(String text) {
        try {
            Files.createDirectories(this.proc.resolve(String.valueOf(PID)));
            Files.write(this.proc.resolve(PID + "/cmdline"), text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
