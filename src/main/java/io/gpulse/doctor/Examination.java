package io.gpulse.doctor;

import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.Source;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.smi.NvidiaSmi;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Looks at everything once, from the library to nvidia-smi, and goes on where something fails. Used once. */
final class Examination {

    private static final int ROUNDS = 4;

    private final Site site;
    private final Options options;
    private final Patience patience;
    private final Stopwatch stopwatch;
    private final Attendant attendant;
    private final NvmlSource nvml;
    private final List<String> hangs = new ArrayList<>();
    private @Nullable String trouble;

    Examination(Site site, Options options, Patience patience) {
        this.site = site;
        this.options = options;
        this.patience = patience;
        this.stopwatch = new Stopwatch(patience.nanos());
        this.attendant = new Attendant(this.stopwatch, patience);
        this.nvml = NvmlSource.ofThisMachine(options.library(), site.root()).interceptedBy(this.stopwatch::over);
    }

    Report run() {
        Machine machine = Machine.of(this.site);
        Optional<GpuSession> session = open();
        List<Patient> patients = session.map(this::admit).orElse(List.of());
        IntStream.range(1, ROUNDS).forEach((round) -> look(patients));
        measurePcie(patients);
        Comparison comparison = compare(session.map(GpuSession::source).orElse(null), patients);
        measurePcie(patients);
        List<Node> nodes = nodes();
        session.ifPresent(this::discharge);
        return new Report(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                machine,
                Confines.of(this.site),
                driver(session.map(GpuSession::source).orElse(null)),
                nodes,
                patients,
                this.stopwatch.times(),
                comparison,
                List.copyOf(this.hangs));
    }

    private Optional<GpuSession> open() {
        try {
            return Optional.of(this.attendant.attend("Loading the driver's library", this.nvml::open));
        } catch (SourceUnavailableException unavailable) {
            this.trouble = String.valueOf(unavailable.getMessage());
        } catch (HangException hang) {
            this.trouble = "The NVIDIA driver does not answer.";
            this.hangs.add(hang.sentence());
        } catch (NoTimeException late) {
            this.trouble = "The NVIDIA driver took all the time that there was.";
        }
        return Optional.empty();
    }

    private List<Patient> admit(GpuSession session) {
        this.attendant.admit(session.gpuCount());
        List<Patient> patients =
                IntStream.range(0, session.gpuCount()).mapToObj(Patient::new).toList();
        patients.forEach((patient) -> attend(patient, "Waking it up", () -> attach(session, patient)));
        return patients;
    }

    private static void attach(GpuSession session, Patient patient) {
        try {
            patient.admit(session.attach(patient.index()));
            patient.look();
        } catch (GpuRefusedException refusal) {
            GpuReadResult told = refusal.look();
            patient.ail(told.verdict().state(), String.valueOf(told.detail()));
        }
    }

    private void look(List<Patient> patients) {
        rest();
        patients.forEach((patient) -> attend(patient, "A look", patient::look));
    }

    private void measurePcie(List<Patient> patients) {
        rest();
        patients.forEach((patient) -> attend(patient, "Measuring PCIe", patient::measurePcie));
    }

    /** Rates are told over a time. */
    private void rest() {
        LockSupport.parkNanos(this.patience.between().toNanos());
    }

    /** A GPU that is in trouble is let alone. */
    private void attend(Patient patient, String what, Runnable work) {
        if (patient.condition() != Condition.OK) {
            return;
        }
        try {
            this.attendant.<Boolean, RuntimeException>attend(what, () -> {
                work.run();
                return true;
            });
        } catch (HangException hang) {
            patient.ail(GpuState.STUCK, hang.sentence());
            this.hangs.add("GPU " + patient.index() + ": " + hang.sentence());
        } catch (NoTimeException late) {
            patient.dismiss();
        }
    }

    private Comparison compare(@Nullable Source source, List<Patient> patients) {
        Optional<Path> program = this.options
                .program()
                .or(() -> NvidiaSmi.find(this.site.variable("PATH").orElse("")));
        if (program.isEmpty()) {
            return Comparison.none(null, "There is no nvidia-smi on the PATH; name it by --nvidia-smi=PATH.");
        }
        NvidiaSmi smi = new NvidiaSmi(program.get(), this.patience.smi());
        Comparer comparer = new Comparer(smi, program.get().toString(), source == null ? null : source.driverVersion());
        return patients.stream().anyMatch(Patient::answers)
                ? comparer.compare(patients, () -> look(patients))
                : comparer.hear(patients);
    }

    private List<Node> nodes() {
        return Node.at(this.site).stream().map(this::open).toList();
    }

    private Node open(Path node) {
        try {
            return this.attendant.<Node, RuntimeException>attend(
                    "Opening " + this.site.shown(node), () -> Node.opened(this.site, node));
        } catch (HangException hang) {
            this.hangs.add(hang.sentence());
            return Node.unopened(this.site, node, hang.sentence());
        } catch (NoTimeException late) {
            return Node.unopened(this.site, node, "no time was left");
        }
    }

    /** Only where nobody is inside of the driver any more. */
    private void discharge(GpuSession session) {
        if (this.attendant.leftWork()) {
            return;
        }
        try {
            this.attendant.<Boolean, RuntimeException>attend("Letting the driver go", () -> {
                session.close();
                return true;
            });
        } catch (HangException hang) {
            this.hangs.add(hang.sentence());
        } catch (NoTimeException late) {
            // The driver lets go by itself when the process ends.
        }
    }

    private Driver driver(@Nullable Source source) {
        return new Driver(
                this.nvml.libraryPlaces(),
                Driver.lying(this.site),
                Driver.module(this.site),
                source,
                this.nvml.diagnosis(),
                this.trouble);
    }
}
