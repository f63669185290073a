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
                SmiRefusedException missing = new SmiRefusedException("There is no nvidia-smi in the PATH of gpulse.");
                throw unavailable(missing.sentence(), Outcome.NOT_CHECKED, missing);
            }
            return session(feed.get());
        } catch (SmiRefusedException refusal) {
            throw unavailable("nvidia-smi cannot be used. " + refusal.sentence(), Outcome.FAILED, refusal);
        } finally {
            this.inProgress = null;
        }
    }

    /** Opens a session with a feed; one with the feed of fewer GPUs where nvidia-smi does not reach all of them. */
    private GpuSession session(DocumentFeed feed) throws SourceUnavailableException, SmiRefusedException {
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
            Optional<DocumentFeed> fewer = this.origin.openWithoutUnreachable(refusal);
            if (fewer.isPresent()) {
                return session(fewer.get());
            }
            throw unavailable(SmiSession.sentence(feed, refusal), Outcome.FAILED, refusal);
        }
    }

    /** Returns whether a session with all GPUs should be tried again. */
    boolean isRetryDue() {
        return this.origin.isRetryDue();
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

    private SourceUnavailableException unavailable(String reason, Outcome outcome, SmiRefusedException refusal) {
        Check check = new Check(CHECK, this.origin.title(), outcome, reason);
        this.diagnosis = new Diagnosis(reason, List.of(check), this.origin.steps(refusal));
        return new SourceUnavailableException(this.diagnosis);
    }
}
