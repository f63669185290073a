package io.gpulse.smi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.Diagnosis.Check;
import io.gpulse.device.Diagnosis.Outcome;
import io.gpulse.device.Diagnosis.Step;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuReadings;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.MigSample;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.testing.SettableClock;
import io.gpulse.testing.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmiSourceTests {

    private static final Set<Cadence> ALL = EnumSet.allOf(Cadence.class);
    private static final Instant NOON = Instant.parse("2026-11-26T12:00:00Z");
    private static final String LOST = "<pstate>P0</pstate><power>GPU is lost</power>";

    @TempDir
    Path directory;

    private final SettableClock clock = new SettableClock(NOON);
    private Path file;
    private SmiSource source;

    @BeforeEach
    void configure() {
        this.file = this.directory.resolve("gpus.xml");
        this.source = new SmiSource(SmiOrigin.file(this.file, Duration.ofSeconds(3), this.clock), true);
    }

    @Test
    void aSessionHasTheGpusOfTheDocument() throws Exception {
        write(SmallXml.with(""));

        GpuSession session = this.source.open();
        Gpu gpu = session.attach(0);
        GpuReadResult result = gpu.read(ALL);

        assertThat(session.source().kind()).isEqualTo(SourceKind.NVIDIA_SMI);
        assertThat(session.source().driverVersion()).isEqualTo("580.95.05");
        assertThat(session.source().cudaVersion()).isEqualTo("13.0");
        assertThat(session.source().simulated()).isFalse();
        assertThat(gpu.identity().name()).isEqualTo("NVIDIA Test");
        assertThat(gpu.sampledAt()).isEqualTo(NOON);
        assertThat(result.readings().number(Metric.FAN_SPEED)).hasValue(40);
        assertThat(this.source.diagnosis().checks().get(0).detail()).isEqualTo("1 GPU, driver 580.95.05");
    }

    @Test
    void onlyTheRowsThatAreDueAreReturned() throws Exception {
        write(SmallXml.with("<serial>1</serial>"));

        GpuReadResult result = this.source.open().attach(0).read(EnumSet.of(Cadence.FAST));

        assertThat(result.readings().number(Metric.TEMPERATURE_GPU)).hasValue(41);
        assertThat(result.readings().of(Metric.SERIAL)).isEmpty();
    }

    @Test
    void gpusWithEqualUuidsDifferByTheirBusId() throws Exception {
        write(SmallXml.document(SmallXml.gpu("00000000:02:00.0", SmallXml.UUID, "")
                + SmallXml.gpu("0000:0a:00.0", SmallXml.UUID, "<serial>2</serial>")));

        GpuSession session = this.source.open();

        assertThat(session.gpuCount()).isEqualTo(2);
        assertThat(session.attach(0).identity().pciBusId()).isEqualTo("00000000:02:00.0");
        assertThat(session.attach(1).identity().pciBusId()).isEqualTo("00000000:0A:00.0");
        assertThat(session.attach(1).read(ALL).readings().word(Metric.SERIAL)).hasValue("2");
        assertThat(session.attach(1).read(ALL).readings().word(Metric.UUID)).hasValue(SmallXml.UUID);
        assertThat(session.isBack(session.attach(1).identity())).isTrue();
        List<GpuSample> gpus = List.of(sample(session.attach(0), 0), sample(session.attach(1), 1));
        assertThat(Snapshots.of(0, session.source(), gpus).byUuid().values()).containsExactlyElementsOf(gpus);
    }

    private static GpuSample sample(Gpu gpu, int index) {
        Condition fine = new Condition(GpuState.OK, NOON, null);
        GpuReadings readings = gpu.read(ALL).known();
        return new GpuSample(index, gpu.identity(), fine, NOON, NOON, readings, Activity.UNKNOWN);
    }

    @Test
    void outdatedFiguresAreShownWithTheirTime() throws Exception {
        write(SmallXml.with(""));
        Gpu gpu = this.source.open().attach(0);
        this.clock.advance(Duration.ofSeconds(4));

        GpuReadResult result = gpu.read(ALL);

        assertThat(result.verdict()).isEqualTo(Verdict.OUTDATED);
        assertThat(result.detail()).contains("was last written at 2026-11-26T12:00:00Z");
        assertThat(result.readings().number(Metric.FAN_SPEED)).hasValue(40);
    }

    @Test
    void anInstanceIsTheSameAfterOutdatedFigures() throws Exception {
        String instance = SmallXml.with("<mig_devices><mig_device><gpu_instance_id>1</gpu_instance_id>"
                + "<compute_instance_id>0</compute_instance_id></mig_device></mig_devices>");
        write(instance);
        GpuSession session = this.source.open();
        List<MigSample> before = session.attach(0).read(ALL).known().mig();

        this.clock.advance(Duration.ofSeconds(4));
        assertThat(session.attach(0).read(ALL).verdict()).isEqualTo(Verdict.OUTDATED);
        write(instance.replace("41 C", "42 C"), NOON.plusSeconds(4));

        assertThat(session.attach(0).read(ALL).known().mig()).isEqualTo(before).hasSize(1);
    }

    @Test
    void otherGpusEndTheSession() throws Exception {
        write(SmallXml.with(""));
        Gpu gpu = this.source.open().attach(0);

        write(SmallXml.document(SmallXml.gpu("00000000:02:00.0", SmallXml.UUID, "")), NOON.plusSeconds(1));

        assertThat(gpu.read(ALL).verdict()).isEqualTo(Verdict.SESSION_OVER);
        assertThat(gpu.read(ALL).detail()).endsWith("lists other GPUs than before.");
    }

    @Test
    void anotherGpuInTheSameSlotOrAnotherDriverEndsTheSession() throws Exception {
        write(SmallXml.with(""));
        Gpu gpu = this.source.open().attach(0);
        write(SmallXml.with("").replace(SmallXml.UUID, "GPU-2"), NOON.plusSeconds(1));

        assertThat(gpu.read(ALL).detail()).endsWith("lists other GPUs than before.");

        write(SmallXml.with("").replace("580.95.05", "590.1"), NOON.plusSeconds(2));
        assertThat(gpu.read(ALL).verdict()).isEqualTo(Verdict.SESSION_OVER);
        assertThat(gpu.read(ALL).detail()).endsWith("names another driver than before.");
    }

    @Test
    void aLostGpuIsLostUntilItHasFiguresAgain() throws Exception {
        write(SmallXml.with(""));
        GpuSession session = this.source.open();
        Gpu gpu = session.attach(0);

        write(SmallXml.with(LOST), NOON.plusSeconds(1));
        assertThat(gpu.read(ALL).verdict()).isEqualTo(Verdict.LOST);
        assertThat(session.isBack(gpu.identity())).isFalse();
        assertThat(catchThrowableOfType(GpuRefusedException.class, () -> session.attach(0))
                        .result()
                        .verdict())
                .isEqualTo(Verdict.LOST);

        write(SmallXml.with(""), NOON.plusSeconds(2));
        assertThat(session.isBack(gpu.identity())).isTrue();
    }

    @Test
    void aGpuThatIsLostFromTheBeginningMayComeBack() throws Exception {
        write(SmallXml.with(LOST));
        GpuSession session = this.source.open();
        GpuIdentity lost = catchThrowableOfType(GpuRefusedException.class, () -> session.attach(0))
                .identity();
        assertThat(session.isBack(lost)).isFalse();

        write(SmallXml.with(""), NOON.plusSeconds(1));

        assertThat(session.isBack(lost)).isTrue();
        assertThat(session.renewal()).isEmpty();
    }

    @Test
    void aLostGpuWithoutAUuidIsBackWhenItHasOne() throws Exception {
        write(SmallXml.with(LOST).replace(SmallXml.UUID, "GPU is lost"));
        GpuSession session = this.source.open();
        assertThat(catchThrowableOfType(GpuRefusedException.class, () -> session.attach(0))
                        .identity())
                .isNull();
        assertThat(session.renewal()).isEmpty();

        write(SmallXml.with(""), NOON.plusSeconds(1));

        assertThat(session.renewal())
                .hasValueSatisfying((renewal) ->
                        assertThat(renewal.why()).isEqualTo("nvidia-smi prints the UUID of a GPU that had none."));
    }

    @Test
    void aGpuWithoutAUuidIsRefused() throws Exception {
        write(SmallXml.document(SmallXml.gpu("00000000:02:00.0", "N/A", "")));
        GpuSession session = this.source.open();

        assertThat(catchThrowableOfType(GpuRefusedException.class, () -> session.attach(0)))
                .hasMessage("nvidia-smi prints no UUID of this GPU.");
    }

    @Test
    void processesOfAFileAreNotSearchedOnThisMachine() throws Exception {
        write(SmallXml.with("<processes><process_info><pid>1</pid><type>C</type><process_name>/opt/serve --token=x"
                + "</process_name><used_memory>3 MiB</used_memory></process_info></processes>"));
        Owners ofMachine = (pids, names) -> {
            throw new AssertionError("A process of a file was searched on this machine");
        };

        GpuSession session = this.source.open();
        Owner owner = session.owners(Set.of(1), ofMachine).get(1);

        assertThat(owner.name()).isEqualTo("/opt/serve");
        assertThat(session.attach(0).read(ALL).known().processes().get(0).name())
                .isNull();
        assertThat(session.isOfThisMachine()).isFalse();
    }

    @Test
    void aDocumentWithoutGpusIsNoSource() throws Exception {
        write(SmallXml.document(""));

        assertThat(refusal(this.source)).isEqualTo("It lists no GPU.");
        assertThat(this.source.diagnosis().checks().get(0).outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void theDiagnosisOfAFileIsAboutTheFile() throws Exception {
        assertThat(refusal(this.source)).isEqualTo("There is no file " + this.file + ".");
        assertThat(this.source.diagnosis().checks())
                .containsExactly(new Check(
                        "nvidia-smi",
                        "The file with the output of nvidia-smi lists the GPUs",
                        Outcome.FAILED,
                        "There is no file " + this.file + "."));
        assertThat(this.source.diagnosis().steps())
                .containsExactly(new Step("Write the file again.", "nvidia-smi -q -x > \"" + this.file + "\""));

        write(SmallXml.with(""));
        GpuSession session = this.source.open();

        assertThat(session.origin()).isEqualTo(this.file.toString());
        assertThat(session.callInProgress(0)).isEqualTo("The read of " + this.file);
    }

    @Test
    void aMissingProgramIsNoFailure() {
        SmiSource nowhere = new SmiSource(Optional::empty, true);

        assertThat(refusal(nowhere)).isEqualTo("There is no nvidia-smi in the PATH of gpulse.");
        assertThat(nowhere.diagnosis().checks().get(0).title()).isEqualTo("nvidia-smi prints the GPUs");
        assertThat(nowhere.diagnosis().checks().get(0).outcome()).isEqualTo(Outcome.NOT_CHECKED);
    }

    @Test
    void aBrokenProgramIsNamedInTheReason() {
        Path program = this.directory.resolve("nvidia-smi");
        FakeSmi.printing(this.directory, "NVIDIA-SMI has failed", 9);
        ProgramFeed.Timing timing = ProgramFeed.Timing.of(Duration.ofMillis(1500), Duration.ofSeconds(60));
        assertThat(timing.every()).isEqualTo(2);

        assertThat(refusal(new SmiSource(new ProgramOrigin(program, timing, List::of), true)))
                .isEqualTo("nvidia-smi cannot be used. It ended with code 9: the NVIDIA driver is not loaded; it"
                        + " printed \"NVIDIA-SMI has failed\".");
    }

    private static String refusal(SmiSource source) {
        return String.valueOf(catchThrowableOfType(SourceUnavailableException.class, source::open)
                .getMessage());
    }

    private void write(String text) throws IOException {
        write(text, NOON);
    }

    private void write(String text, Instant at) throws IOException {
        Files.writeString(this.file, text);
        Files.setLastModifiedTime(this.file, FileTime.from(at));
    }
}
