package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;

/** What the content of one file says. */
@FunctionalInterface
interface Figures {

    /**
     * A figure of the file, in the row's unit.
     *
     * @return absent {@link Reason#NOT_SUPPORTED} where this kernel does not tell it, {@link Reason#ERROR} where it is
     *     told in
     *     a way that we do not understand
     */
    Reading read(ProcFile file, String figure);

    /** The same, and an absence with the reason where the file could not be read. */
    default Reading readIfThere(ProcFile file, String figure) {
        Reason unread = file.unread();
        return unread == null ? read(file, figure) : Reading.absent(unread);
    }
}
