package io.gpulse.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JobFoldersTests {

    private static final String NO_USER = "3999999999";

    @TempDir
    private Path folder;

    @Test
    void aFileOfGpustatHasTheJobAndItsUser() throws IOException {
        write("0", "45916256 0\n");
        write("1", "45916256 " + NO_USER);

        assertThat(read()).containsExactlyInAnyOrder(gpustat("0", "root"), gpustat("1", NO_USER));
    }

    @Test
    void aFileOfTheExporterHasALineForEachJob() throws IOException {
        write("2.10", "101\n102\n");

        assertThat(read()).containsExactly(mapped("2.10", "101"), mapped("2.10", "102"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"7", "GPU-5a6f1e2c-7b1d-4c3e-9f00-2d1c0b9a8e77", "MIG-61a65011-6571-a6d2-5ab8-66cbb6f7f9c3"})
    void aGpuIsNamedByIndexOrUuid(String name) throws IOException {
        write(name, "12[5]\n");

        assertThat(read()).containsExactly(mapped(name, "12[5]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " ", "45916256 26x\n", "a b c\n", "\u0000\u0001", "-1\n", "\u202e7\n"})
    void aFileThatIsHalfWrittenOrOfAnotherFormIsNoReservation(String content) throws IOException {
        write("0", content);

        assertThat(read()).isEmpty();
    }

    @Test
    void aJobInBothFoldersIsOneReservation(@TempDir Path other) throws IOException {
        write("0", "45916256 0\n");
        Files.writeString(other.resolve("0"), "45916256\n7\n");

        assertThat(jobs(List.of(this.folder, other)).read()).containsExactly(gpustat("0", "root"), mapped("0", "7"));
    }

    @Test
    void aHugeFileIsNotRead() throws IOException {
        write("0", "1 0\n".repeat(100_000));

        assertThat(read()).isEmpty();
    }

    @Test
    void linksFoldersAndOtherNamesAreLeftOut() throws IOException {
        Path job = Files.writeString(this.folder.resolve("job"), "7 0\n");
        Files.createSymbolicLink(this.folder.resolve("0"), job);
        Files.createDirectory(this.folder.resolve("1"));
        write("0.tmp", "7 0\n");
        write("10000", "7 0\n");

        assertThat(read()).isEmpty();
    }

    @Test
    void aPipeInPlaceOfAFileStopsNothing() throws Exception {
        String pipe = this.folder.resolve("0").toString();
        assumeThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        write("1", "45916256 0\n");

        assertThat(read()).containsExactly(gpustat("1", "root"));
    }

    @Test
    void aFolderThatDoesNotExistHasNone() {
        assertThat(jobs(List.of(this.folder.resolve("none"), this.folder)).read())
                .isEmpty();
    }

    @Test
    void anEndlessFolderIsReadInPart() throws IOException {
        for (int gpu = 0; gpu < 1200; gpu++) {
            write(Integer.toString(gpu), "7 0\n");
        }

        assertThat(read()).hasSize(1024);
    }

    private List<Reservation> read() {
        return jobs(List.of(this.folder)).read();
    }

    private JobFolders jobs(List<Path> folders) {
        return new JobFolders(folders, new Users(ProcFolder.at(this.folder)));
    }

    private void write(String name, String content) throws IOException {
        Files.writeString(this.folder.resolve(name), content);
    }

    private static Reservation gpustat(String place, @Nullable String user) {
        Workload job = new Workload(Kind.JOB, "45916256", null, "slurm", null, Evidence.GPUSTAT_FILE);
        return new Reservation(place, job, user);
    }

    private static Reservation mapped(String place, String job) {
        return new Reservation(place, new Workload(Kind.JOB, job, Evidence.HPC_JOB_FILE), null);
    }
}
