package io.gpulse.smi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A document of {@code nvidia-smi -q -x}.
 *
 * @param gpus in the order of the document, which is that of their indices
 */
record SmiDocument(@Nullable String driverVersion, @Nullable String cudaVersion, List<GpuElement> gpus) {

    SmiDocument {
        gpus = List.copyOf(gpus);
    }
}
