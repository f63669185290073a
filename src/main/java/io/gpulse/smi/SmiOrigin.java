package io.gpulse.smi;

import io.gpulse.device.Diagnosis.Step;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** The origin of documents, from which a session with a feed of them can be opened. */
interface SmiOrigin {

    String PROGRAM = "nvidia-smi -q -x";

    /** Opens a feed. Returns nothing where nvidia-smi is not installed. */
    Optional<DocumentFeed> open() throws SmiRefusedException;

    /** Returns the title of the check whether it lists the GPUs. */
    default String title() {
        return "nvidia-smi prints the GPUs";
    }

    /** Returns the steps towards documents where there are none. */
    default List<Step> steps(SmiRefusedException refusal) {
        return SmiExit.steps(refusal.result());
    }

    /** Opens a feed of the GPUs that a refusal does not name as unreachable; empty where that is of no use. */
    default Optional<DocumentFeed> openWithoutUnreachable(SmiRefusedException refusal) throws SmiRefusedException {
        return Optional.empty();
    }

    /** Returns whether a feed of all GPUs should be tried again. */
    default boolean isRetryDue() {
        return false;
    }

    /** Returns the call that waits for a document. */
    default String call() {
        return PROGRAM;
    }

    /** Returns whether the processes of its documents are those of this machine. */
    default boolean isOfThisMachine() {
        return true;
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
            public List<Step> steps(SmiRefusedException refusal) {
                return List.of(new Step("Write the file again.", PROGRAM + " > \"" + file + "\""));
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
