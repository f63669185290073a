package io.gpulse.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.doctor.comparison.Comparison;
import io.gpulse.doctor.examination.DeviceNode;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.doctor.report.Document;
import io.gpulse.doctor.report.Report;
import io.gpulse.doctor.report.Secrets;
import io.gpulse.doctor.report.TextReport;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.NeedsCompiler;
import io.gpulse.setup.HostSystem;
import io.gpulse.smi.FakeSmi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports that are safe to publish. */
@NeedsCompiler
class ShareTests {

    private static final String UUID = "GPU-7f3c9a10-5d2e-4b61-9c8f-000000000000";
    private static final String OTHER_UUID = "GPU-11111111-2222-3333-4444-555555555555";
    private static final String MIG_UUID = "MIG-aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee";
    private static final String SERIAL = "1654023000001";
    private static final String OTHER_SERIAL = "1654023999999";
    private static final String PART = "900-21010-0040-000";
    private static final List<String> IDENTIFYING =
            List.of(UUID, OTHER_UUID, MIG_UUID, SERIAL, OTHER_SERIAL, PART, "node7", "example.com", "7f3c9a10");

    @TempDir
    Path directory;

    private DoctorRun visit;
    private String library;

    @BeforeEach
    void call() throws Exception {
        FakeDriver driver =
                FakeDriver.in(this.directory.resolve("node7")).gpus(1).value(0, "nvmlDeviceGetBoardPartNumber", PART);
        FakeSmi.in(Files.createDirectory(this.directory.resolve("bin")))
                .gpu("uuid", UUID, "serial", OTHER_SERIAL, "name", "NVIDIA H100 80GB HBM3")
                .gpu("uuid", OTHER_UUID, "serial", SERIAL, "name", "NVIDIA H100 80GB HBM3");
        this.library = "--nvml-library=" + driver.library();
        this.visit = DoctorRun.to(this.directory.resolve("root"))
                .with("proc/sys/kernel/hostname", "node7.example.com")
                .variable("NVIDIA_VISIBLE_DEVICES", MIG_UUID + "," + UUID)
                .variable("LD_LIBRARY_PATH", "/home/node7/lib:/opt/GPU-7f3c9a10")
                .variable("PATH", this.directory.resolve("bin").toString());
    }

    @Test
    void withoutShareAllValuesAreUnmasked() {
        this.visit.ends(this.library);

        assertThat(this.visit.output()).contains(UUID, OTHER_UUID, SERIAL, OTHER_SERIAL, "node7.example.com");
    }

    @Test
    void theTextHasNoIdentifyingValue() {
        this.visit.ends("--share", this.library);

        assertThat(this.visit.output().replaceAll("\\s", "")).doesNotContain(IDENTIFYING);
        assertThat(this.visit.sentences())
                .contains("Host host-1", "NVIDIA H100 80GB HBM3, GPU-masked-1, 00000000:1B:00.0");
    }

    @Test
    void norInTheDocument() {
        this.visit.ends("--json", "--share", this.library);

        assertThat(this.visit.output()).doesNotContain(IDENTIFYING);
        assertThat(this.visit.document().at("/machine/host").asString()).isEqualTo("host-1");
        assertThat(this.visit
                        .document()
                        .at("/machine/variables/NVIDIA_VISIBLE_DEVICES")
                        .asString())
                .isEqualTo("MIG-masked-1,GPU-masked-1");
    }

    @Test
    void theUserBehindSudoAndTheOwnerOfANodeAreSecrets() {
        Machine machine = new Machine(
                "node7.example.com", "Linux", "6.8", "17", "ann", "uid 1000", false, List.of(), Map.of(), false);
        DeviceNode node = new DeviceNode("/dev/nvidia0", "rw-rw----", "bob:physics", true, null);
        Driver driver = refusing("/home/carol is full; call mallory, and /scratch/carol.");
        Report report = new Report(
                Instant.EPOCH,
                machine,
                driver,
                List.of(node),
                List.of(),
                List.of(),
                Comparison.none("/home/ann/bin/nvidia-smi", "node7 is slow."),
                List.of());

        Document document = report.document();
        HostSystem system = new HostSystem(this.directory, Map.of("SUDO_USER", "mallory"));
        String text = TextReport.of(document, Secrets.mask(report, document, system));

        assertThat(text)
                .doesNotContain("ann", "bob", "carol", "mallory", "physics", "node7")
                .contains("/home/user-4 is full; call user-2, and /scratch/user-4.", "/home/user-1/bin/nvidia-smi")
                .contains("user-3:group-1", "host-2 is slow.");
    }

    private static Driver refusing(String trouble) {
        return new Driver(trouble, null, null, null, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    @Test
    void equalValuesAreMaskedEquallyInBothForms() {
        String disagreement = "serial: gpulse has serial-1, then serial-1; nvidia-smi has serial-2.";

        this.visit.ends("--share", this.library);
        String text = this.visit.sentences();
        this.visit.ends("--json", "--share", this.library);

        assertThat(text).contains(disagreement, "row: gpulse has no such GPU; nvidia-smi has a GPU GPU-masked-");
        assertThat(this.visit
                        .document()
                        .at("/comparison/disagreements/0/ours/0")
                        .asString())
                .isEqualTo("serial-1");
        String stranger =
                this.visit.document().at("/comparison/disagreements/1/theirs").asString();
        assertThat(stranger).startsWith("a GPU GPU-masked-");
        assertThat(text).contains(stranger);
    }
}
