package io.gpulse.text.query;

import io.gpulse.device.Snapshot;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/** Times in nvidia-smi's format: in this machine's time zone, without naming it. */
public final class SmiTimestamp {

    private static final DateTimeFormatter CSV =
            DateTimeFormatter.ofPattern("uuuu/MM/dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private static final DateTimeFormatter LOG = DateTimeFormatter.ofPattern(
                    "EEE MMM ppd HH:mm:ss uuuu", Locale.ENGLISH)
            .withZone(ZoneId.systemDefault());

    private SmiTimestamp() {}

    /** Returns a time such as {@code 2026/11/20 09:16:30.162}. */
    static String of(Instant time) {
        return CSV.format(time);
    }

    /**
     * Returns when the newest figures were sampled, such as {@code Fri Nov 20 09:16:30 2026}: a file that is no longer
     * written has an old time.
     */
    static String ofLog(Snapshot snapshot) {
        return LOG.format(newest(snapshot));
    }

    /** Returns when the newest figures were sampled; without any, when the snapshot was taken. */
    public static Instant newest(Snapshot snapshot) {
        return snapshot.gpus().stream()
                .flatMap((gpu) -> Stream.ofNullable(gpu.sampledAt()))
                .max(Comparator.naturalOrder())
                .orElse(snapshot.takenAt());
    }
}
