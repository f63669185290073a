package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

        Reading hidden = Reading.absent(Reason.HIDDEN);
        assertThat(CommandLines.HIDDEN.of(PID, "python")).isEqualTo(new CommandLines.Shown(hidden, hidden, List.of()));
    }

    @Test
    void aHiddenCommandLineThatCannotBeReadIsStillHidden() {
        assertThat(new CommandLines(this.proc, false, true).of(PID, "python"))
                .isEqualTo(new CommandLines.Shown(
                        Reading.absent(Reason.HIDDEN), Reading.absent(Reason.NO_DATA), List.of()));
    }

    @Test
    void theProgramOfAnInterpreterIsShownWithoutItsCommandLine() {
        write("/opt/conda/bin/python\0-u\0/home/anna/train.py\0--token=secret\0");

        assertThat(new CommandLines(this.proc, false, true).of(PID, "/opt/conda/bin/python"))
                .isEqualTo(new CommandLines.Shown(
                        Reading.absent(Reason.HIDDEN),
                        new Reading.Text("train.py"),
                        List.of("/opt/conda/bin/python", "-u", "/home/anna/train.py", "--token=secret")));
    }

    @Test
    void theExecutableIsTheProgramWhereNoInterpreterRuns() {
        write("./embedder\0--port\0009000\0");

        assertThat(program("/usr/local/bin/embedder")).isEqualTo(new Reading.Text("embedder"));
        assertThat(program(null)).isEqualTo(Reading.absent(Reason.NO_DATA));
    }

    @Test
    void aLongNameOfAProgramIsCutOffAtWholeCharacters() {
        write("python\0" + "\ud83d\ude80".repeat(70) + ".py\0");

        String name = ((Reading.Text) program("python")).text();

        assertThat(name.codePointCount(0, name.length())).isEqualTo(64);
        assertThat(name).isEqualTo("\ud83d\ude80".repeat(63) + "\u2026");
    }

    @Test
    void anArgumentThatTheLimitCutsIsNoNameOfAProgram() {
        String start = "python\0-Wignore\0-X\0" + "x".repeat(4000) + "\0";
        String folder = "/".repeat(4096 - start.length() - "token.py".length());
        write(start + folder + "token.py-and-its-secret\0");

        assertThat(program("/usr/bin/python3.11")).isEqualTo(new Reading.Text("python3.11"));
    }

    @Test
    void controlAndBidirectionalCharactersOfAProgramAreReplaced() {
        write("python\0\u001b\u202eyp.py\0");

        assertThat(program("python")).isEqualTo(new Reading.Text("??yp.py"));
    }

    private Reading program(String name) {
        return new CommandLines(this.proc, false, true).of(PID, name).program();
    }

    private Reading read() {
        return new CommandLines(this.proc, true, false).of(PID, null).command();
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
