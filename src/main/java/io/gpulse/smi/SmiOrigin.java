package io.gpulse.smi;

import io.gpulse.device.Diagnosis.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The origin of documents, from which a session with a feed of them can be opened. */
interface SmiOrigin {

    String PROGRAM = "nvidia-smi -q -x";

    /** Opens a feed. Returns nothing where nvidia-smi is not installed. */
    Optional<DocumentFeed> open() throws SmiRefusedException;

    /** Returns the title of the check whether it lists the GPUs. */
    default String title() {
        return "nvidia-smi prints the GPUs";
    }

    /** Returns the step towards documents where there are none. */
    default Step step() {
        return new Step("Run nvidia-smi as the user of gpulse.", PROGRAM);
    }

    /** Returns the call that waits for a document. */
    default String call() {
        return PROGRAM;
    }

    /** Returns whether the processes of its documents are those of this machine. */
    default boolean isOfThisMachine() {
        return true;
    }

    /**
     * Starts the program for each feed, but no further one while the last one hangs in the driver and cannot be ended.
     *
     * @param program null for the first one in {@code PATH}
     */
    static SmiOrigin program(@Nullable Path program, ProgramFeed.Timing timing) {
        AtomicReference<@Nullable ProgramFeed> last = new AtomicReference<>();
        return () -> {
            ProgramFeed before = last.get();
            Optional<Long> hanging = before == null ? Optional.empty() : before.unended();
            if (hanging.isPresent()) {
                throw new SmiRefusedException("Process " + hanging.get() + " of it hangs and cannot be ended.");
            }
            Optional<Path> found =
                    program == null ? NvidiaSmi.find(System.getenv().getOrDefault("PATH", "")) : Optional.of(program);
            last.set(found.isEmpty() ? null : ProgramFeed.start(found.get(), timing));
            return Optional.ofNullable(last.get());
        };
    }

    /** @param fresh how long a document is shown after the file was written */
    static SmiOrigin file(Path file, Duration fresh, InstantSource clock) {
        return new SmiOrigin() {

            @Override
            public Optional<DocumentFeed> open() {
                return Optional.of(new FileFeed(file, fresh, clock));
            }

            @Override
            public String title() {
                return "The file with the output of nvidia-smi lists the GPUs";
            }

            @Override
            public Step step() {
                return new Step("Write the file again.", PROGRAM + " > \"" + file + "\"");
            }

            @Override
            public String call() {
                return "The read of " + file;
            }

            @Override
            public boolean isOfThisMachine() {
                return false;
            }
        };
    }
}
