package io.gpulse.smi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A document of {@code nvidia-smi -q -x}.
 *
 * @param printedAt null when it cannot be read
 * @param gpus in the order of the document, which is that of their indices
 */
record SmiDocument(
        @Nullable String driverVersion,
        @Nullable String cudaVersion,
        @Nullable PrintedTime printedAt,
        List<GpuElement> gpus) {

    SmiDocument {
        gpus = List.copyOf(gpus);
    }

    /** Returns whether two documents list the same GPUs at the same places. */
    boolean isOfSameGpus(SmiDocument other) {
        return this.gpus.size() == other.gpus.size()
                && IntStream.range(0, this.gpus.size())
                        .allMatch((index) -> this.gpus.get(index).isSame(other.gpus.get(index)));
    }

    /** Returns the UUIDs that several GPUs have: people replace them by equal ones before they show a document. */
    Set<String> sharedUuids() {
        Set<String> seen = new HashSet<>();
        return this.gpus.stream()
                .map((gpu) -> gpu.identity().uuid())
                .filter((uuid) -> !uuid.isEmpty() && !seen.add(uuid))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns whether it lists the same GPUs, of which one had no UUID in an earlier document. */
    boolean namesMoreThan(SmiDocument earlier) {
        return isOfSameGpus(earlier)
                && IntStream.range(0, this.gpus.size())
                        .anyMatch((index) -> earlier.gpus.get(index).hasNoUuid()
                                && !this.gpus.get(index).hasNoUuid());
    }

    /** Returns the same document with further GPUs, which are at the places of their bus ids. */
    SmiDocument with(Collection<GpuElement> others) {
        List<GpuElement> all = new ArrayList<>(this.gpus);
        for (GpuElement other : others) {
            int place = 0;
            while (place < all.size() && all.get(place).busId().compareTo(other.busId()) < 0) {
                place++;
            }
            all.add(place, other);
        }
        return new SmiDocument(this.driverVersion, this.cudaVersion, this.printedAt, all);
    }

    boolean isOfSameDriver(SmiDocument other) {
        return Objects.equals(this.driverVersion, other.driverVersion)
                && Objects.equals(this.cudaVersion, other.cudaVersion);
    }
}
