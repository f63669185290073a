package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessNamesTests {

    private static final int PID = 41102;

    @TempDir
    private Path root;

    private FakeProc proc;
    private Owners owners;

    @BeforeEach
    void start() {
        this.proc = new FakeProc(this.root.resolve("proc"))
                .namespace("pid:[4026531836]")
                .process(PID, "python", 12_345);
        this.owners = owners(this.proc.root());
    }

    private Owners owners(Path read) {
        return new ProcOwners(ProcFolder.at(read), new PidNumbers(this.proc.root()), CommandLines.HIDDEN);
    }

    @Test
    void theDriversNameComesFirstAndTheProgramsPathBeforeTheShortName() {
        this.proc.process(2, "short", 5).link("2/exe", "/opt/conda/bin/python3.12 (deleted)");

        Map<Integer, Owner> owners = this.owners.of(
                Set.of(PID, 2), (pid) -> pid == PID ? Optional.of("/usr/bin/trainer") : Optional.empty());

        assertThat(owners.get(PID).name()).isEqualTo("/usr/bin/trainer");
        assertThat(owners.get(2).name()).isEqualTo("/opt/conda/bin/python3.12");
    }

    @Test
    void aPathWithBlanksStaysWholeAndItsArgumentsStayOut() throws IOException {
        Path program = Files.createDirectories(this.root.resolve("my models")).resolve("run me");
        Files.writeString(program, "");

        assertThat(named(program + " --token=secret")).isEqualTo(program.toString());
        assertThat(named(program.toString())).isEqualTo(program.toString());
        assertThat(named(this.root.resolve("my models") + "/gone --token=secret"))
                .isEqualTo("python");
        this.proc.process(2, "short", 5).link("2/exe", "/opt/an app/bin/serve");
        assertThat(owners(2, (pid) -> Optional.of("/opt/an app/bin/serve --token=secret"))
                        .get(2)
                        .name())
                .isEqualTo("/opt/an app/bin/serve");
    }

    private String named(String byDriver) {
        return owners(this.proc.root())
                .of(Set.of(PID), (pid) -> Optional.of(byDriver))
                .get(PID)
                .name();
    }

    @Test
    void argumentsThatAProgramWroteIntoItsNameAreNotShown() {
        assertThat(owners(PID, (pid) -> Optional.of("chrome --token=secret"))
                        .get(PID)
                        .name())
                .isEqualTo("chrome");
    }

    @Test
    void aProcessWithoutANameHasNone() {
        this.proc.process(2, "", 5);

        assertThat(owners(2, (pid) -> Optional.of(" ")).get(2).name()).isNull();
    }

    @Test
    void theDriversNameStaysWhereTheFilesOfAProcessAreNotReadable() {
        Owner owner = owners(77, (pid) -> Optional.of("/opt/an app/serve --token=secret"))
                .get(77);

        assertThat(owner).isEqualTo(Owner.unknown(Reason.NO_DATA).named("/opt/an"));
    }

    @Test
    void aProcessThatStartsWhileTheDriverNamesItsPredecessorIsLeftOut() {
        Owners.Names slow = (pid) -> {
            this.proc.process(77, "successor", 99_999);
            return Optional.of("predecessor");
        };

        assertThat(owners(77, slow)).isEmpty();
    }

    @Test
    void aNameThatOnlyTheDriverKnowsHasNoArguments() {
        Map<Integer, Owner> owners =
                Owners.NAMED_BY_DRIVER.of(Set.of(7), (pid) -> Optional.of("/usr/bin/serve --token=secret"));

        assertThat(owners.get(7)).isEqualTo(Owner.unknown(Reason.NO_DATA).named("/usr/bin/serve"));
    }

    private Map<Integer, Owner> owners(int pid, Owners.Names driver) {
        return this.owners.of(Set.of(pid), driver);
    }
}
