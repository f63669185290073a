package io.gpulse.smi;

import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult.Verdict;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.workload.Reservation;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A session with the documents of one nvidia-smi process, or of one file. It ends when other GPUs are listed. */
final class SmiSession implements GpuSession {

    private final DocumentFeed feed;
    private final Source source;
    private final SmiDocument first;
    private final Set<String> sharedUuids;

    /** The MIG instances by the index of their GPU, which is attached again after each failure. */
    private final Map<Integer, SmiInstances> instances = new ConcurrentHashMap<>();

    private final SmiSource opener;

    SmiSession(DocumentFeed feed, SmiDocument first, SmiSource opener) {
        this.feed = feed;
        this.source = new Source(
                SourceKind.NVIDIA_SMI, false, first.driverVersion(), null, version(first.cudaVersion()), null);
        this.first = first;
        this.sharedUuids = first.sharedUuids();
        this.opener = opener;
    }

    private static @Nullable String version(@Nullable String text) {
        return text == null || AbsentText.reason(text) != null ? null : text;
    }

    static String sentence(DocumentFeed feed, SmiRefusedException refusal) {
        return feed instanceof FileFeed ? refusal.sentence() : "nvidia-smi cannot be used. " + refusal.sentence();
    }

    @Override
    public Source source() {
        return this.source;
    }

    @Override
    public String origin() {
        return this.feed.origin();
    }

    @Override
    public int gpuCount() {
        return this.first.gpus().size();
    }

    @Override
    public Gpu attach(int index) throws GpuRefusedException {
        GpuElement gpu = newest().document().gpus().get(index);
        GpuIdentity identity = identity(gpu);
        if (gpu.isLost()) {
            throw new GpuRefusedException(
                    Verdict.LOST, gpu.lost().orElseThrow(), identity.uuid().isEmpty() ? null : identity);
        }
        if (identity.uuid().isEmpty()) {
            throw new GpuRefusedException(Verdict.REFUSED, "nvidia-smi prints no UUID of this GPU.");
        }
        SmiInstances known = this.instances.computeIfAbsent(
                index, (any) -> new SmiInstances(identity.uuid(), this.opener::nextGeneration));
        return new SmiGpu(this, index, identity, known);
    }

    private GpuIdentity identity(GpuElement gpu) {
        GpuIdentity printed = gpu.identity();
        return this.sharedUuids.contains(printed.uuid()) ? printed.shared() : printed;
    }

    /** Returns whether processes may be shown. */
    boolean listsProcesses() {
        return this.opener.listsProcesses();
    }

    /** Returns the newest document. Refuses with the end of the session when there will be none, or of other GPUs. */
    DocumentFeed.Received newest() throws GpuRefusedException {
        try {
            DocumentFeed.Received newest = this.feed.newest();
            if (!newest.document().isOfSameGpus(this.first)) {
                throw new GpuRefusedException(
                        Verdict.SESSION_OVER, this.feed.origin() + " lists other GPUs than before.");
            }
            if (!newest.document().isOfSameDriver(this.first)) {
                throw new GpuRefusedException(
                        Verdict.SESSION_OVER, this.feed.origin() + " names another driver than before.");
            }
            return newest;
        } catch (SmiRefusedException refusal) {
            throw new GpuRefusedException(Verdict.SESSION_OVER, sentence(this.feed, refusal));
        }
    }

    /** Returns whether the last document has figures of a GPU that was lost. */
    @Override
    public boolean isBack(GpuIdentity gpu) {
        DocumentFeed.Received last = this.feed.last();
        return last != null
                && last.document().gpus().stream()
                        .anyMatch((element) -> identity(element).equals(gpu) && !element.isLost());
    }

    /**
     * Requests another session when a GPU has a UUID that had none: only by it could a lost one be recognized. Also
     * when one that nvidia-smi did not reach may be back.
     */
    @Override
    public Optional<Renewal> renewal() {
        if (this.opener.isRetryDue()) {
            return Optional.of(new Renewal("nvidia-smi may reach all GPUs again.", true));
        }
        DocumentFeed.Received last = this.feed.last();
        return last != null && last.document().namesMoreThan(this.first)
                ? Optional.of(new Renewal("nvidia-smi prints the UUID of a GPU that had none.", false))
                : Optional.empty();
    }

    @Override
    public Map<Integer, Owner> owners(Set<Integer> pids, Owners ofMachine) {
        Owners owners = this.opener.isOfThisMachine() ? ofMachine : Owners.NAMED_BY_DRIVER;
        return owners.of(pids, this::name);
    }

    @Override
    public List<Reservation> reservations(Owners ofMachine) {
        return this.opener.isOfThisMachine() ? ofMachine.reservations() : List.of();
    }

    @Override
    public boolean isOfThisMachine() {
        return this.opener.isOfThisMachine();
    }

    /** Returns the name of a process in the last document. */
    private Optional<String> name(int pid) {
        DocumentFeed.Received last = this.feed.last();
        return last == null ? Optional.empty() : SmiProcesses.name(last.document(), pid);
    }

    @Override
    public @Nullable String callInProgress(int index) {
        return this.opener.call();
    }

    @Override
    public void close() {
        this.feed.close();
    }
}
