package io.gpulse.device;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who is behind a process.
 *
 * @param name what the process is called; null when it is not known
 * @param startedAt when it was started; null when it is not known
 * @param user the name of whom it belongs to, or why that is not known
 * @param command how it was started, or why that is not known; it can hold secrets, and is not for everybody
 */
public record Owner(@Nullable String name, @Nullable Instant startedAt, Reading user, Reading command) {

    /** Somebody whose command line nobody asked for. */
    public Owner(@Nullable String name, @Nullable Instant startedAt, Reading user) {
        this(name, startedAt, user, Reading.absent(Reason.HIDDEN));
    }

    /** Nothing is known, for one reason. */
    public static Owner unknown(Reason why) {
        return new Owner(null, null, Reading.absent(why), Reading.absent(why));
    }
}
