package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.HostParts.PartSample;
import io.gpulse.device.HostProcess;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names in the kernel's files, which are bytes, in UTF-8 as a rule. */
class KernelTextTests {

    static final int PID = 41102;

    @TempDir
    private Path root;

    private FakeProc proc;

    @BeforeEach
    void start() {
        this.proc = new FakeProc(this.root).namespace("pid:[4026531836]").process(PID, "python", 12_345);
    }

    @Test
    void theNameOfAProcessIsReadAsUtf8() throws IOException {
        write("comm", "训练\n".getBytes(StandardCharsets.UTF_8));

        assertThat(name()).isEqualTo("训练");
    }

    @Test
    void bytesThatAreMalformedAreReplaced() throws IOException {
        write("comm", new byte[] {'a', (byte) 0xe8, (byte) 0xae, 'b', (byte) 0xff, '\n'});

        assertThat(name()).isEqualTo("a\ufffdb\ufffd");
    }

    @Test
    void charactersThatSteerATerminalAreReplaced() throws IOException {
        write("comm", "a\u001b[2J\u202e训\n".getBytes(StandardCharsets.UTF_8));

        assertThat(name()).isEqualTo("a?[2J?训");
    }

    @Test
    void theNameOfTheMachineIsReadAsUtf8() throws IOException {
        Path file = this.root.resolve("sys/kernel/hostname");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "gpu-服务器\n");

        assertThat(new Hostname(this.root).get()).isEqualTo("gpu-服务器");
    }

    @Test
    void namesOfTheMachinesPartsContainNoControlCharacters() {
        assertThat(new HostProcess(1, "x\u009b2J", Readings.NONE).name()).isEqualTo("x?2J");
        assertThat(new PartSample("eth\u202e0", Readings.NONE).name()).isEqualTo("eth?0");
    }

    @Test
    void theTargetOfALinkIsReadAsUtf8() throws IOException {
        linkProgram(this.root);

        assertThat(name()).isEqualTo("/opt/训练 1/python");
    }

    private String name() {
        return nameOf(this.root);
    }

    private void write(String file, byte[] bytes) throws IOException {
        Files.write(this.root.resolve(PID + "/" + file), bytes);
    }

    /** The program of the process, by its bytes: this JVM may have another locale. */
    static void linkProgram(Path proc) throws IOException {
        Path program = Path.of(URI.create("file:///opt/%E8%AE%AD%E7%BB%83%201/python%20(deleted)"));
        Files.createSymbolicLink(proc.resolve(PID + "/exe"), program);
    }

    static String nameOf(Path proc) {
        Owners owners = new ProcOwners(ProcFolder.at(proc), new PidNumbers(proc), CommandLines.HIDDEN);
        return Objects.requireNonNull(Objects.requireNonNull(
                        owners.of(Set.of(PID), (pid) -> Optional.empty()).get(PID))
                .name());
    }
}
