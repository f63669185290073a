package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;

/** The figures in one file of the kernel. */
@FunctionalInterface
interface Figures {

    /**
     * Returns a figure of the file, in the row's unit.
     *
     * @return absent {@link Reason#NOT_SUPPORTED} where this kernel does not have it, {@link Reason#ERROR} where its
     *     format is unknown
     */
    Reading read(ProcFile file, String figure);

    /** Returns a figure of the file; absent with the reason if the file could not be read. */
    default Reading readIfPresent(ProcFile file, String figure) {
        Reason unread = file.unread();
        return unread == null ? read(file, figure) : Reading.absent(unread);
    }
}
