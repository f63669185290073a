package io.gpulse.smi;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Starts the program for each feed, but no further one while the last one hangs in the driver and cannot be ended.
 * nvidia-smi prints no GPU at all while it does not reach one of them, so it is started again for the others.
 */
final class ProgramOrigin implements SmiOrigin {

    /** A GPU that is back is detected only by a run for all GPUs, which interrupts the others. */
    private static final Duration RETRY = Duration.ofMinutes(10);

    private final @Nullable Path program;
    private final ProgramFeed.Timing timing;
    private final Supplier<List<String>> kernelGpus;
    private final Map<String, GpuElement> known = new HashMap<>();
    private final Map<String, GpuElement> unreachable = new TreeMap<>();
    private @Nullable ProgramFeed last;
    private long startedNanos;

    /**
     * @param program null for the first one in {@code PATH}
     * @param kernelGpus the bus ids of all GPUs; may be empty
     */
    ProgramOrigin(@Nullable Path program, ProgramFeed.Timing timing, Supplier<List<String>> kernelGpus) {
        this.program = program;
        this.timing = timing;
        this.kernelGpus = kernelGpus;
    }

    @Override
    public synchronized Optional<DocumentFeed> open() throws SmiRefusedException {
        this.unreachable.clear();
        return start(List.of());
    }

    private Optional<DocumentFeed> start(List<String> busIds) throws SmiRefusedException {
        ProgramFeed before = this.last;
        Optional<Long> hanging = before == null ? Optional.empty() : before.unended();
        if (hanging.isPresent()) {
            throw new SmiRefusedException("Process " + hanging.get() + " of it hangs and cannot be ended.");
        }
        DocumentFeed.Received printed = before == null ? null : before.last();
        if (printed != null) {
            printed.document().gpus().forEach((gpu) -> this.known.put(gpu.busId(), gpu));
        }
        Optional<Path> found = this.program == null
                ? NvidiaSmi.find(System.getenv().getOrDefault("PATH", ""))
                : Optional.of(this.program);
        this.startedNanos = this.timing.nanos().getAsLong();
        this.last = found.isEmpty()
                ? null
                : ProgramFeed.start(found.get(), this.timing, busIds, List.copyOf(this.unreachable.values()));
        return Optional.ofNullable(this.last);
    }

    @Override
    public synchronized Optional<DocumentFeed> openWithoutUnreachable(SmiRefusedException refusal)
            throws SmiRefusedException {
        Map<String, String> named = refusal.result() == null ? Map.of() : SmiExit.unreachable(refusal.result());
        if (this.unreachable.keySet().containsAll(named.keySet())) {
            return Optional.empty();
        }
        named.forEach((busId, line) -> this.unreachable.put(busId, known(busId).unreachable(line)));
        List<String> ofKernel = this.kernelGpus.get();
        List<String> others = (ofKernel.isEmpty() ? this.known.keySet().stream() : ofKernel.stream())
                .map(GpuElement::busId)
                .filter((busId) -> !this.unreachable.containsKey(busId))
                .sorted()
                .toList();
        return others.isEmpty() ? Optional.empty() : start(others);
    }

    @Override
    public synchronized boolean isRetryDue() {
        long since = this.timing.nanos().getAsLong() - this.startedNanos;
        return !this.unreachable.isEmpty() && since >= RETRY.toNanos();
    }

    private GpuElement known(String busId) {
        return this.known.getOrDefault(busId, new GpuElement(busId, Map.of(), List.of(), List.of()));
    }
}
