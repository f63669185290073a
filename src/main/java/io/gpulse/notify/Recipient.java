package io.gpulse.notify;

import io.gpulse.device.Snapshot;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.insight.PublishedAlerts;
import io.gpulse.insight.PublishedAlerts.PublishedAlert;
import io.gpulse.notify.WebhookClient.Outcome;
import io.gpulse.notify.WebhookClient.Result;
import io.gpulse.selection.FreeGpuFinder;
import java.net.URI;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.scheduler.Scheduler;

/** One configured receiver: selects its messages, and sends them in turn. Runs on one thread, without blocking it. */
final class Recipient {

    private static final Logger log = LoggerFactory.getLogger(Recipient.class);

    private final String name;
    private final NotifyProperties.Receiver receiver;
    private final NotificationTexts texts;
    private final Delivery delivery;
    private final Outbox outbox;
    private final Disposable.Swap timer = Disposables.swap();
    private final Map<String, Long> counts = new ConcurrentHashMap<>();
    private final Map<String, Announced> alerts = new HashMap<>();

    /** Alerts of the previous run, of which it is not known yet whether they go on. */
    private final Map<String, Announced> restored = new HashMap<>();

    private long restoredAt;
    private boolean free;
    private @Nullable Outcome trouble;

    /**
     * The means of delivery.
     *
     * @param thread of one thread
     * @param millis a monotonic clock, in ms
     * @param sender never blocks, and never fails
     * @param changed called after each change of the state
     */
    record Delivery(
            Scheduler thread,
            LongSupplier millis,
            BiFunction<URI, MessageFormat.Body, CompletableFuture<Result>> sender,
            Runnable changed) {

        long now() {
            return this.millis.getAsLong();
        }
    }

    /**
     * An alert whose beginning was selected.
     *
     * @param gpus keys of all GPUs that it was about
     * @param at in epoch ms
     */
    record Announced(PublishedAlert alert, Set<String> gpus, long at) {

        boolean isContinuedBy(PublishedAlert other) {
            boolean alike = this.gpus.isEmpty()
                    ? other.gpus().isEmpty()
                    : !Collections.disjoint(this.gpus, other.gpus().keySet());
            return this.alert.rule().equals(other.rule()) && alike;
        }
    }

    /** The state that survives a restart. */
    record State(List<Notification> waiting, int omitted, Map<String, Announced> alerts, boolean free) {}

    Recipient(String name, NotifyProperties.Receiver receiver, NotificationTexts texts, Delivery delivery) {
        this.name = name;
        this.receiver = receiver;
        this.texts = texts;
        this.delivery = delivery;
        this.outbox = new Outbox(texts.clock(), Math::random);
    }

    void update(PublishedAlert alert, LocalizedText host) {
        Announced known = this.alerts.get(alert.id());
        Announced before = known == null ? earlier(alert) : known;
        if (!alert.active()) {
            this.alerts.remove(alert.id());
            add(Occasion.RESOLVED, before == null ? null : this.texts.alert(alert, false, host));
            return;
        }
        boolean isSelected = alert.severity().compareTo(this.receiver.severity()) >= 0
                && (this.receiver.rules().isEmpty() || this.receiver.rules().contains(alert.rule()));
        if (before != null || isSelected) {
            Set<String> gpus = new HashSet<>(alert.gpus().keySet());
            // A GPU that leaves is no news; one that joins may have failed after the message.
            boolean news = before == null
                    || !before.gpus.containsAll(gpus)
                    || alert.severity().compareTo(before.alert.severity()) > 0;
            gpus.addAll(before == null ? Set.of() : before.gpus);
            this.alerts.put(
                    alert.id(), new Announced(alert, gpus, this.texts.clock().millis()));
            add(Occasion.ALERT, news ? this.texts.alert(alert, true, host) : null);
        }
    }

    /** Removes the alert of the previous run that goes on in this one, if possible of the same id; null for none. */
    private @Nullable Announced earlier(PublishedAlert alert) {
        String id = this.restored.entrySet().stream()
                .filter((one) -> one.getValue().isContinuedBy(alert))
                .map(Map.Entry::getKey)
                .min(Comparator.comparing((one) -> !one.equals(alert.id())))
                .orElse("");
        Announced found = this.restored.remove(id);
        return found;
    }

    /**
     * Ends the alerts of the previous run that do not hold, and those that cannot be checked for half an hour.
     *
     * @param holds whether an alert holds; null when that is not known
     */
    void endRestored(Function<PublishedAlert, @Nullable Boolean> holds, LocalizedText host) {
        boolean isLong = this.delivery.now() - this.restoredAt >= PublishedAlerts.LONGEST_UNKNOWN.toMillis();
        List.copyOf(this.restored.values()).stream()
                .filter((one) -> Boolean.FALSE.equals(Objects.requireNonNullElse(holds.apply(one.alert), !isLong)))
                .forEach((one) -> {
                    this.restored.values().remove(one);
                    add(Occasion.RESOLVED, this.texts.alert(one.alert, false, host));
                });
    }

    void update(FreeGpuFinder finder, Snapshot snapshot, LocalizedText host) {
        if (this.receiver.when().contains(Occasion.FREE)) {
            finder.freeFor(this.receiver.freeFor(), snapshot).ifPresent((gpus) -> {
                boolean before = this.free;
                this.free = gpus.size() >= this.receiver.freeGpus();
                if (!this.free) {
                    this.outbox.remove(Occasion.FREE);
                }
                if (this.free != before) {
                    add(Occasion.FREE, before ? null : this.texts.free(gpus, this.receiver.freeFor(), host));
                }
            });
        }
    }

    /** @param last whether the job of the process, if it has one, has no other process */
    void addEnd(GpuEvent event, boolean last, LocalizedText host) {
        String user = this.receiver.user();
        if (this.receiver.when().contains(Occasion.ENDED)
                && (user == null || user.equals(event.facts().get(EventAttribute.USER)))) {
            add(Occasion.ENDED, this.texts.ended(event, last, host));
        }
    }

    private void add(Occasion occasion, @Nullable Notification message) {
        if (message != null && this.receiver.when().contains(occasion)) {
            count("dropped", this.outbox.add(message, this.delivery.now()));
            sendNext();
        }
        this.delivery.changed.run();
    }

    /** Sends what is due, or sets the timer for it. */
    private void sendNext() {
        long now = this.delivery.now();
        count("dropped", this.outbox.expire());
        this.outbox.next(now).ifPresent((batch) -> {
            CompletableFuture<Void> unused = send(this.texts.sent(batch.messages(), batch.omitted()))
                    .thenAccept((result) -> this.delivery.thread.schedule(() -> finish(result)));
        });
        long due = this.outbox.dueAt();
        if (due != Outbox.NEVER && !this.outbox.isSending()) {
            this.timer.update(
                    this.delivery.thread.schedule(this::sendNext, Math.max(1, due - now), TimeUnit.MILLISECONDS));
        }
    }

    private CompletableFuture<Result> send(Notification message) {
        String template = this.receiver.template();
        URI address;
        try {
            address = this.receiver.address();
        } catch (IllegalArgumentException unreadable) {
            // The file of a secret that is renewed is absent for a moment.
            return CompletableFuture.completedFuture(new Result(Outcome.UNREACHABLE, true, null));
        }
        return this.delivery.sender.apply(
                address,
                template == null ? this.receiver.format().body(message) : MessageTemplate.fill(template, message));
    }

    private void finish(Result result) {
        boolean delivered = result.outcome() == Outcome.DELIVERED;
        count(result.outcome().label(), 1);
        if (delivered) {
            this.outbox.done();
        } else if (!result.again()) {
            count("dropped", this.outbox.refused());
        } else {
            this.outbox.failed(this.delivery.now(), result.retryAfter());
        }
        Outcome now = delivered ? null : result.outcome();
        if (now != this.trouble) {
            this.trouble = now;
            log.warn(
                    "Messages to the receiver {}: {}",
                    this.name,
                    result.outcome().label());
        }
        this.delivery.changed.run();
        sendNext();
    }

    private void count(String outcome, int more) {
        if (more > 0) {
            this.counts.merge(outcome, (long) more, Long::sum);
        }
    }

    CompletableFuture<Result> test(LocalizedText host) {
        return send(this.texts.test(host));
    }

    Map<String, Long> counts() {
        return this.counts;
    }

    State state() {
        Map<String, Announced> all = new HashMap<>(this.restored);
        all.putAll(this.alerts);
        return new State(this.outbox.waiting(), this.outbox.omitted(), all, this.free);
    }

    void restore(State earlier) {
        this.outbox.restore(earlier.waiting(), earlier.omitted(), this.delivery.now());
        this.restored.putAll(earlier.alerts());
        this.restoredAt = this.delivery.now();
        this.free |= earlier.free();
        sendNext();
    }
}
