package io.gpulse.smi;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.Diagnosis.Check;
import io.gpulse.device.Diagnosis.Outcome;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The GPUs that nvidia-smi prints as XML. */
final class SmiSource implements GpuSource {

    private static final String CHECK = "nvidia-smi";

    /** More than MIG instances that the driver lists: those of nvidia-smi begin another series. */
    private static final long GENERATIONS_OF_THE_DRIVER = 1_000_000;

    private final SmiOrigin origin;
    private final boolean listsProcesses;
    private final AtomicLong generations = new AtomicLong(GENERATIONS_OF_THE_DRIVER);
    private volatile Diagnosis diagnosis = Diagnosis.UNKNOWN;
    private volatile @Nullable String inProgress;

    SmiSource(SmiOrigin origin, boolean listsProcesses) {
        this.origin = origin;
        this.listsProcesses = listsProcesses;
    }

    @Override
    public SourceKind kind() {
        return SourceKind.NVIDIA_SMI;
    }

    @Override
    public Diagnosis diagnosis() {
        return this.diagnosis;
    }

    @Override
    public @Nullable String callInProgress() {
        return this.inProgress;
    }

    @Override
    public GpuSession open() throws SourceUnavailableException {
        this.inProgress = this.origin.call();
        try {
            Optional<DocumentFeed> feed = this.origin.open();
            if (feed.isEmpty()) {
                String reason = "There is no nvidia-smi in the PATH of gpulse.";
                throw unavailable(reason, Outcome.NOT_CHECKED);
            }
            return session(feed.get());
        } catch (SmiRefusedException refusal) {
            throw unavailable("nvidia-smi cannot be used. " + refusal.sentence(), Outcome.FAILED);
        } finally {
            this.inProgress = null;
        }
    }

    private GpuSession session(DocumentFeed feed) throws SourceUnavailableException {
        try {
            SmiDocument first = feed.newest().document();
            if (first.gpus().isEmpty()) {
                throw new SmiRefusedException("It lists no GPU.");
            }
            String found = first.gpus().size() + (first.gpus().size() == 1 ? " GPU" : " GPUs") + ", driver "
                    + (first.driverVersion() == null ? "not named" : first.driverVersion());
            this.diagnosis = new Diagnosis(
                    null, List.of(new Check(CHECK, this.origin.title(), Outcome.PASSED, found)), List.of());
            return new SmiSession(feed, first, this);
        } catch (SmiRefusedException refusal) {
            feed.close();
            throw unavailable(SmiSession.sentence(feed, refusal), Outcome.FAILED);
        }
    }

    /** Returns the call that waits for a document. */
    String call() {
        return this.origin.call();
    }

    /** Returns whether the processes are those of this machine. */
    boolean isOfThisMachine() {
        return this.origin.isOfThisMachine();
    }

    /** Returns whether processes may be shown. */
    boolean listsProcesses() {
        return this.listsProcesses;
    }

    /** Returns a number that no MIG instance has had. */
    long nextGeneration() {
        return this.generations.incrementAndGet();
    }

    private SourceUnavailableException unavailable(String reason, Outcome outcome) {
        Check check = new Check(CHECK, this.origin.title(), outcome, reason);
        this.diagnosis = new Diagnosis(reason, List.of(check), List.of(this.origin.step()));
        return new SourceUnavailableException(this.diagnosis);
    }
}
