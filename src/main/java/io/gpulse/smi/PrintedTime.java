package io.gpulse.smi;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The time that nvidia-smi prints in a document: that of the machine which printed it, in its time zone, which the
 * document does not name.
 */
record PrintedTime(LocalDateTime local) {

    private static final DateTimeFormatter FORMAT =
            DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss uuuu", Locale.ENGLISH);

    /** Every time zone differs from UTC by a multiple of it. */
    private static final Duration STEP_OF_ZONES = Duration.ofMinutes(15);

    private static final Duration EARLIEST_ZONE = Duration.ofHours(-12);
    private static final Duration LATEST_ZONE = Duration.ofHours(14);

    /** Returns the time; null when there is none, or in another language. */
    static @Nullable PrintedTime of(@Nullable String text) {
        try {
            return text == null
                    ? null
                    : new PrintedTime(LocalDateTime.parse(text.strip().replaceAll("\\s+", " "), FORMAT));
        } catch (DateTimeException unreadable) {
            return null;
        }
    }

    /** Returns whether it can be the same time in any zone, give or take a tolerance. */
    boolean canBe(Instant time, Duration tolerance) {
        Duration offset = Duration.between(time, this.local.toInstant(ZoneOffset.UTC));
        if (offset.compareTo(EARLIEST_ZONE.minus(tolerance)) < 0 || offset.compareTo(LATEST_ZONE.plus(tolerance)) > 0) {
            return false;
        }
        long rest = Math.floorMod(offset.toMillis(), STEP_OF_ZONES.toMillis());
        return Math.min(rest, STEP_OF_ZONES.toMillis() - rest) <= tolerance.toMillis();
    }
}
