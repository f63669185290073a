package io.gpulse.smi;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The origin of nvidia-smi's XML.
 *
 * @param file output of {@code nvidia-smi -q -x} that is read, after each change, instead of running nvidia-smi
 * @param program nvidia-smi; empty: the first in {@code PATH}
 */
@ConfigurationProperties("gpulse.smi")
record SmiProperties(@Nullable Path file, @Nullable Path program) {

    SmiSource source(Duration interval, boolean listsProcesses) {
        ProgramFeed.Timing timing = ProgramFeed.Timing.of(interval, NvidiaSmi.PATIENCE);
        SmiOrigin origin = this.file == null
                ? SmiOrigin.program(this.program, timing)
                : SmiOrigin.file(this.file, timing.fresh(), InstantSource.system());
        return new SmiSource(origin, listsProcesses);
    }
}
