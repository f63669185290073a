package io.gpulse.notify;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The messages that wait for one receiver: a bounded number, sent at a bounded rate, and again after a failure. Times
 * are of a monotonic clock, in ms. Not thread-safe.
 */
final class Outbox {

    static final int MOST = 100;
    static final int A_MINUTE = 20;
    static final long NEVER = Long.MAX_VALUE;

    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long FIRST_RETRY = Duration.ofSeconds(5).toMillis();
    private static final long LAST_RETRY = Duration.ofMinutes(10).toMillis();
    private static final Duration LIFETIME = Duration.ofHours(24);
    private static final int MOST_DOUBLINGS = 10;

    /** Alerts of several GPUs are one alert, and ends of one program or job one message, when they come together. */
    private static final Map<Occasion, Long> DELAYS = Map.of(Occasion.ALERT, 3_000L, Occasion.ENDED, 10_000L);

    private static final Set<Occasion> ALERTS = EnumSet.of(Occasion.ALERT, Occasion.RESOLVED);

    private final InstantSource clock;
    private final DoubleSupplier random;
    private final List<Waiting> waiting = new ArrayList<>();
    private final Deque<Long> attempts = new ArrayDeque<>();
    private List<Waiting> sending = List.of();
    private int omitted;
    private int omittedSent;
    private int failures;
    private long retryAt;

    /** @param due when it can be sent */
    private record Waiting(Notification message, long due) {}

    /** @param omitted the number of messages that were dropped since the last one that was sent */
    record Batch(List<Notification> messages, int omitted) {}

    /** @param random between 0 and 1 */
    Outbox(InstantSource clock, DoubleSupplier random) {
        this.clock = clock;
        this.random = random;
    }

    /**
     * Adds a message. An alert that waits is replaced by its later state, unless its end waits too: it began again.
     *
     * @return how many were dropped, the mildest first, of these the oldest
     */
    int add(Notification message, long now) {
        Optional<Waiting> begun = this.waiting.stream()
                .filter((one) -> ALERTS.contains(one.message.kind()) && hasKeyOf(one.message, message))
                .reduce((first, last) -> last)
                .filter((one) -> one.message.kind() == Occasion.ALERT);
        Optional<Waiting> replaced =
                begun.filter((one) -> message.kind() == Occasion.ALERT && !this.sending.contains(one));
        // The end of an alert follows its beginning.
        long least =
                message.kind() == Occasion.RESOLVED ? begun.map(Waiting::due).orElse(now) : now;
        long usual = Math.max(least, now + DELAYS.getOrDefault(message.kind(), 0L));
        Waiting next = new Waiting(message, replaced.map(Waiting::due).orElse(usual));
        replaced.ifPresentOrElse(
                (one) -> this.waiting.set(this.waiting.indexOf(one), next), () -> this.waiting.add(next));
        if (this.waiting.size() <= MOST) {
            return 0;
        }
        this.waiting.stream()
                .filter((one) -> !this.sending.contains(one))
                .min(Comparator.comparing((one) -> one.message.severity()))
                .ifPresent(this.waiting::remove);
        this.omitted++;
        return 1;
    }

    /** Drops the messages that have waited for a day, unless some are being sent, and returns their number. */
    int expire() {
        long oldest = this.clock.millis() - LIFETIME.toMillis();
        int before = this.waiting.size();
        if (this.sending.isEmpty()) {
            this.waiting.removeIf((one) -> one.message.at() < oldest);
        }
        int dropped = before - this.waiting.size();
        this.omitted += dropped;
        return dropped;
    }

    /** Returns the messages to send now as one; empty if there are none, or while others are being sent. */
    Optional<Batch> next(long now) {
        while (!this.attempts.isEmpty() && now - this.attempts.getFirst() >= MINUTE) {
            this.attempts.removeFirst();
        }
        if (!this.sending.isEmpty() || dueAt() > now) {
            return Optional.empty();
        }
        Waiting first = this.waiting.stream()
                .filter((one) -> one.due <= now)
                .findFirst()
                .orElseThrow();
        this.attempts.addLast(now);
        boolean isLast = this.attempts.size() == A_MINUTE;
        this.sending = this.waiting.stream()
                .filter((one) -> isLast ? one.due <= now : one.equals(first) || isJoined(first.message, one.message))
                .toList();
        this.omittedSent = this.omitted;
        return Optional.of(new Batch(this.sending.stream().map(Waiting::message).toList(), this.omitted));
    }

    /** Returns whether both are about ended processes of one program, or of one job. */
    private static boolean isJoined(Notification one, Notification other) {
        return one.kind() == Occasion.ENDED && other.kind() == Occasion.ENDED && hasKeyOf(one, other);
    }

    private static boolean hasKeyOf(Notification one, Notification other) {
        return one.key().equals(other.key());
    }

    /** Returns when the next message can be sent; {@link #NEVER} if there is none. */
    long dueAt() {
        long due = this.waiting.stream().mapToLong(Waiting::due).min().orElse(NEVER);
        long free = this.attempts.size() < A_MINUTE ? due : Math.max(due, this.attempts.getFirst() + MINUTE);
        return due == NEVER ? NEVER : Math.max(free, this.retryAt);
    }

    /** Removes the messages of an occasion that no longer holds. */
    void remove(Occasion over) {
        this.waiting.removeIf((one) -> one.message.kind() == over && !this.sending.contains(one));
    }

    /** Removes the messages that were delivered. */
    void done() {
        this.omitted -= this.omittedSent;
        forget();
    }

    /** Drops the messages that were refused for good, and returns their number. */
    int refused() {
        int dropped = this.sending.size();
        this.omitted += dropped;
        forget();
        return dropped;
    }

    private void forget() {
        this.waiting.removeAll(this.sending);
        this.sending = List.of();
        this.failures = 0;
    }

    /** Sends the messages again later; {@code wait} is the time that the receiver demands, null for none. */
    void failed(long now, @Nullable Duration wait) {
        long longest = Math.min(LAST_RETRY, FIRST_RETRY << Math.min(this.failures++, MOST_DOUBLINGS));
        long delay = longest / 2 + (long) (0.5 * longest * this.random.getAsDouble());
        long demanded = wait == null ? 0 : Math.min(LAST_RETRY, wait.toMillis());
        this.retryAt = now + Math.max(delay, demanded);
        this.sending = List.of();
    }

    boolean isSending() {
        return !this.sending.isEmpty();
    }

    List<Notification> waiting() {
        return this.waiting.stream().map(Waiting::message).toList();
    }

    int omitted() {
        return this.omitted;
    }

    /** Adds the messages of the previous run before those of this one. */
    void restore(List<Notification> earlier, int dropped, long now) {
        this.waiting.addAll(
                0, earlier.stream().map((one) -> new Waiting(one, now)).toList());
        this.omitted += dropped;
    }
}
