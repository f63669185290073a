package io.gpulse.text.query;

import io.gpulse.device.GpuSample;
import io.gpulse.device.Snapshot;
import io.gpulse.web.PlainText;
import java.util.function.Predicate;
import org.springframework.http.MediaType;

/** The output of an nvidia-smi query, from snapshots. Equal outputs print the same text. */
public interface SmiOutput {

    /** Returns the header in the spelling of the snapshot's driver, printed once; by default none. */
    default String header(Snapshot snapshot) {
        return "";
    }

    /** Returns the media type, by default plain text. */
    default MediaType type() {
        return PlainText.TYPE;
    }

    /** Returns the text of a snapshot for the requested GPUs. */
    String of(Snapshot snapshot, Predicate<GpuSample> wanted);
}
