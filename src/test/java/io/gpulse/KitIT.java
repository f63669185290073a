package io.gpulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The archives of the kit as they are carried to a machine that has glibc and the driver, and nothing else. */
@EnabledIfSystemProperty(
        named = "kit.built",
        matches = "true",
        disabledReason = "the kit was not built: mvn -Pkit verify builds and tests it")
class KitIT {

    private static final long MOST_BYTES = 60L << 20;
    private static final List<Path> ARCHIVES =
            List.of(Path.of(System.getProperty("kit.runtime", "")), Path.of(System.getProperty("kit.program", "")));

    /** nvidia-smi of the bare machine: it disagrees in the name, and lists a property that it refuses. */
    private static final String NVIDIA_SMI = """
            #!/bin/sh
            case $1 in
            --help-query-gpu) printf '"index"\\n"name"\\n"uuid"\\n"memory.total"\\n"hostname"\\n' ;;
            --help) printf ' --display=  Display only selected information: MEMORY,\\n   UNHEARD_OF\\n Flags\\n' ;;
            --query-compute-apps=*) ;;
            --query-gpu=uuid,compute_mode) echo 'GPU-1, Default' ;;
            --query-gpu=*hostname*) echo 'Field "hostname" is not a valid field to query.'; exit 2 ;;
            --query-gpu=*)
                printf 'index, name, uuid, memory.total [MiB]\\n'
                printf '0, NVIDIA H200, GPU-1, 81559 MiB\\n1, NVIDIA H100 80GB HBM3, GPU-2, 81559 MiB\\n' ;;
            -q) printf 'GPU 00000000:1B:00.0\\n    FB Memory Usage\\n        Total      : 81559 MiB\\n' ;;
            *) echo 'a table' ;;
            esac
            """;

    /** The program that loads a GPU, for longer than the test. */
    private static final String PYTHON = """
            #!/bin/sh
            echo "keeps $2 busy"
            exec busybox sleep 1000
            """;

    @TempDir
    private static Path folder;

    @TempDir
    private static Path root;

    private static @Nullable BareMachine bare;

    @BeforeAll
    static void unpack() throws Exception {
        for (Path archive : ARCHIVES) {
            Process tar = new ProcessBuilder("tar", "xzf", archive.toString(), "-C", folder.toString())
                    .inheritIO()
                    .start();
            assertThat(tar.waitFor()).isZero();
        }
    }

    @Test
    void eachArchiveIsSmall() {
        assertThat(ARCHIVES)
                .allSatisfy((archive) -> assertThat(Files.size(archive)).isLessThan(MOST_BYTES));
    }

    @Test
    void nothingNeedsALibraryThatABareMachineLacks() throws Exception {
        Map<String, ElfFile> binaries = binaries();
        List<String> present = new ArrayList<>(BareMachine.GLIBC);
        binaries.keySet().forEach((name) -> present.add(name.substring(name.lastIndexOf('/') + 1)));

        assertThat(binaries).hasSizeGreaterThan(15);
        assertThat(binaries).anySatisfy((name, file) -> assertThat(name).contains("jnidispatch"));
        assertThat(binaries)
                .allSatisfy((name, file) -> assertThat(file.needed())
                        .as("what %s needs", name)
                        .allMatch((library) -> present.contains(library) || library.startsWith("ld-linux")));
    }

    @Test
    void nativesOfOtherMachinesStayBehind() throws Exception {
        assertThat(natives(folder.resolve("gpulse-kit/gpulse.jar")).keySet())
                .isNotEmpty()
                .allMatch((name) -> name.endsWith(".so"))
                .satisfiesOnlyOnce((name) -> assertThat(name).contains("jnidispatch"))
                .satisfiesOnlyOnce((name) -> assertThat(name).contains("sqlitejdbc"));
    }

    @NeedsCompiler
    @Test
    void itExaminesABareMachineAndWritesAReport() throws Exception {
        BareMachine machine = bareMachine();
        machine.program("nvidia-smi", NVIDIA_SMI);
        FakeDriver driver = FakeDriver.in(machine.path("driver"));

        BareMachine.Run run =
                machine.run("/root/gpulse-kit/look --quick --library /driver/libnvidia-ml.so.1 --out /root/report");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(run.output()).contains("The report: /root/report/report.md", "private/");
        assertThat(driver.violations()).isEmpty();
        String report = Files.readString(machine.path("root/report/report.md"));
        assertThat(report)
                .contains("First 200 (liveness) after ")
                .contains("4 properties and 1 parts of the log are known to both.")
                .contains("Listed in nvidia-smi's help, refused by its queries (1): hostname.")
                .contains("| GPU 0 / name | `NVIDIA H100 80GB HBM3` | `NVIDIA H200` | `NVIDIA H200` |")
                .doesNotContain("GPU 1 / name", "-d MEMORY / GPU 0 / FB Memory Usage / Total |")
                .contains("Output of the load program: `keeps secret-")
                .contains("% of one processor")
                .contains("| power.draw | nvmlDeviceGetPowerUsage")
                .contains("## Native calls")
                .doesNotContainPattern("This part failed|GPU-[0-9a-f]{8}-");
        assertThat(Files.readString(machine.path("root/report/doctor.txt")))
                .contains("2 GPUs answer")
                .doesNotContainPattern("GPU-[0-9a-f]{8}-");
        assertThat(machine.path("root/report/private/stream.txt")).content().contains("event:snapshot");
        assertThat(machine.path("root/report/private/gpulse.log")).content().contains("History is kept in ");
        assertThat(machine.path("root/report/temporary")).doesNotExist();
    }

    @Test
    void theReportNamesAMissingDriver() throws Exception {
        BareMachine machine = bareMachine();
        Files.deleteIfExists(machine.path("usr/bin/nvidia-smi"));

        BareMachine.Run run = machine.run("/root/gpulse-kit/look --quick --out /root/report-without-driver");

        assertThat(run.code()).as(run.output()).isZero();
        assertThat(Files.readString(machine.path("root/report-without-driver/report.md")))
                .contains("The NVIDIA driver is not installed")
                .contains("Nothing was compared: there is no nvidia-smi on the PATH.")
                .contains("No GPU has readings.")
                .doesNotContain("This part failed");
    }

    /** Returns one machine for all tests, on which its own tar and gzip have unpacked both archives side by side. */
    private static BareMachine bareMachine() throws Exception {
        Optional<String> missing = BareMachine.missing();
        assumeTrue(missing.isEmpty(), () -> "No bare machine: " + missing.orElse("") + ".");
        if (bare == null) {
            bare = unpackedIn(root);
        }
        return bare;
    }

    private static BareMachine unpackedIn(Path root) throws Exception {
        BareMachine machine = BareMachine.in(root);
        machine.program("python3", PYTHON);
        for (Path archive : ARCHIVES) {
            Files.copy(archive, machine.path("root").resolve(archive.getFileName()));
            BareMachine.Run unpacked = machine.run("cd /root && tar xzf " + archive.getFileName());
            assertThat(unpacked.code()).as(unpacked.output()).isZero();
        }
        return machine;
    }

    /** Returns the native code of both archives, also in nested jars. */
    private static Map<String, ElfFile> binaries() throws IOException {
        Map<String, ElfFile> found = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (file.toString().endsWith(".jar")) {
                    natives(file)
                            .forEach((name, content) -> ElfFile.of(content)
                                    .ifPresent((elf) -> found.put(file.getFileName() + "!" + name, elf)));
                } else {
                    ElfFile.of(file).ifPresent((elf) -> found.put(file.toString(), elf));
                }
            }
        }
        // The doctor carries natives of every machine, to be sent alone.
        found.keySet().removeIf((name) -> name.startsWith("gpulse-doctor.jar!") && !name.contains(machineOfJna()));
        return found;
    }

    private static String machineOfJna() {
        return System.getProperty("os.arch").equals("aarch64") ? "linux-aarch64" : "linux-x86-64";
    }

    private static Map<String, byte[]> natives(Path jar) throws IOException {
        Map<String, byte[]> found = new TreeMap<>();
        try (InputStream stream = Files.newInputStream(jar)) {
            collect(stream, found);
        }
        return found;
    }

    private static void collect(InputStream stream, Map<String, byte[]> found) throws IOException {
        JarInputStream jar = new JarInputStream(stream);
        for (JarEntry entry = jar.getNextJarEntry(); entry != null; entry = jar.getNextJarEntry()) {
            if (entry.getName().endsWith(".jar")) {
                collect(jar, found);
            } else if (entry.getName().matches(".*\\.(so|dll|jnilib|dylib)")) {
                found.put(entry.getName(), jar.readAllBytes());
            }
        }
    }
}
