package io.gpulse.notify;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.HostSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.history.HistoryReader;
import io.gpulse.history.HistoryWriter;
import io.gpulse.insight.PublishedAlerts;
import io.gpulse.sampling.SnapshotFeed;
import io.gpulse.selection.FreeGpuFinder;
import io.gpulse.web.RoundPipeline;
import io.gpulse.web.monitor.NotificationMonitor;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Passes alerts, ended processes and free GPUs to the receivers. Without a receiver it has no thread and no client. */
final class Notifier extends RoundPipeline implements NotificationMonitor {

    private static final Logger log = LoggerFactory.getLogger(Notifier.class);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Duration WHOLE = Duration.ofSeconds(10);
    private static final Duration SETTLING = Duration.ofMinutes(1);
    private static final int WAITING = 2048;
    private static final int WAITING_ROUNDS = 4;

    private final Inputs inputs;
    private final WebhookClient client = new WebhookClient(WHOLE);
    private final Map<String, Recipient> recipients = new LinkedHashMap<>();
    private final Scheduler thread;
    private final List<Consumer<Recipient>> waiting = new ArrayList<>();
    private final @Nullable NotificationArchive archive;
    private boolean changed;
    private boolean saving;
    private long lastEnd;
    private @Nullable Long firstRound;
    private @Nullable Snapshot latest;
    private volatile LocalizedText host = LocalizedText.of("gpulse");

    /** The feeds, and the database where the states of receivers are stored. */
    @Component
    record Inputs(
            SnapshotFeed feed,
            PublishedAlerts alerts,
            EventLog log,
            FreeGpuFinder free,
            HistoryReader reader,
            HistoryWriter writer) {}

    /** @param thread of one thread */
    Notifier(NotifyProperties properties, Inputs inputs, Scheduler thread) {
        super("notifications", thread);
        this.inputs = inputs;
        this.thread = thread;
        Clock clock = Clock.systemUTC();
        Recipient.Delivery delivery = new Recipient.Delivery(
                thread, () -> TimeUnit.NANOSECONDS.toMillis(System.nanoTime()), this.client::send, this::save);
        String base = Objects.requireNonNullElse(properties.publicUrl(), "");
        properties.receivers().forEach((name, receiver) -> {
            NotificationTexts texts = new NotificationTexts(receiver.language(), receiver.users(), base, clock);
            this.recipients.put(name, new Recipient(name, receiver, texts, delivery));
        });
        this.archive = this.recipients.isEmpty() ? null : new NotificationArchive(inputs.reader, inputs.writer);
        if (this.archive != null) {
            consume("Notification of free GPUs", inputs.feed.snapshots(), WAITING_ROUNDS, this::add);
            consume(
                    "Notification of alerts",
                    inputs.alerts.alerts(),
                    WAITING,
                    (alert) -> whenReady((one) -> one.update(alert, this.host)));
            consume("Notification of ended work", inputs.log.events(), WAITING, this::add);
        }
    }

    private void add(Snapshot round) {
        this.latest = round;
        HostSample sampled = round.host();
        if (sampled != null) {
            LocalizedText name = LocalizedText.of(sampled.hostname());
            this.host = round.source().simulated() ? text("notify.simulated", Map.of("host", name)) : name;
        }
        this.firstRound = this.firstRound == null ? round.nanos() : this.firstRound;
        // The first rounds after a start lack what rules have to know.
        boolean isSettled = round.nanos() - this.firstRound > SETTLING.toNanos();
        if (isReady()) {
            this.recipients.values().forEach((one) -> {
                if (isSettled) {
                    one.endRestored(this.inputs.alerts::holds, this.host);
                }
                one.update(this.inputs.free, round, this.host);
            });
        }
        if (this.changed) {
            save();
        }
    }

    /** An event is published again when it changes. */
    private void add(GpuEvent event) {
        boolean isEnd = event.kind() == EventKind.PROCESS_ENDED
                && event.facts().containsKey(EventAttribute.PID)
                && !event.facts().containsKey(EventAttribute.REMAINING_GPUS);
        if (isEnd && event.id() > this.lastEnd) {
            this.lastEnd = event.id();
            boolean last = this.latest == null || isLast(event, this.latest);
            whenReady((one) -> one.addEnd(event, last, this.host));
        }
    }

    /** Returns whether no process of the job of a process uses a GPU, and no GPU is reserved for it. */
    static boolean isLast(GpuEvent end, Snapshot round) {
        return round.gpus().stream()
                .flatMap((gpu) -> Stream.concat(
                        gpu.known().processes().stream().map(ProcessSample::workload),
                        gpu.reservations().stream().map(Reservation::workload)))
                .noneMatch((one) -> one != null
                        && one.kind() == Workload.Kind.JOB
                        && one.id().equals(end.facts().get(EventAttribute.WORKLOAD_ID)));
    }

    private void whenReady(Consumer<Recipient> work) {
        this.waiting.add(work);
        isReady();
    }

    /** Returns whether the states of the previous run are restored, or cannot be restored; then does what waits. */
    private boolean isReady() {
        NotificationArchive stored = Objects.requireNonNull(this.archive);
        boolean ready = stored.isReady() || this.waiting.size() > WAITING;
        stored.takeRestored().ifPresent((states) -> states.forEach(this::restore));
        while (ready && !this.waiting.isEmpty()) {
            this.recipients.values().forEach(this.waiting.remove(0));
        }
        return ready;
    }

    private void restore(String name, String state) {
        Recipient recipient = this.recipients.get(name);
        if (recipient != null) {
            try {
                recipient.restore(JSON.readValue(state, Recipient.State.class));
            } catch (JacksonException unreadable) {
                log.warn("The messages that waited for {} cannot be read", name);
            }
        }
    }

    /** Stores the states, one at a time. */
    private void save() {
        this.changed = true;
        if (!this.saving) {
            this.saving = true;
            this.changed = false;
            store().publishOn(this.thread).onErrorReturn(false).subscribe((stored) -> {
                this.saving = false;
                if (stored && this.changed) {
                    save();
                }
                this.changed |= !stored;
            });
        }
    }

    private Mono<Boolean> store() {
        Map<String, String> states = new HashMap<>();
        this.recipients.forEach((name, one) -> states.put(name, JSON.writeValueAsString(one.state())));
        return this.archive == null ? Mono.just(true) : this.archive.store(states);
    }

    @Override
    protected Mono<?> finish() {
        return store();
    }

    @Override
    public void stop() {
        super.stop();
        this.client.close();
        this.thread.dispose();
    }

    /** Sends a message that is marked as a test; empty for an unknown receiver. */
    Optional<Mono<WebhookClient.Result>> test(String name) {
        return Optional.ofNullable(this.recipients.get(name))
                .map((one) -> Mono.fromFuture(() -> one.test(this.host), true));
    }

    Set<String> names() {
        return this.recipients.keySet();
    }

    @Override
    public Map<ReceiverOutcome, Long> notifications() {
        Map<ReceiverOutcome, Long> all = new HashMap<>();
        this.recipients.forEach((name, one) ->
                one.counts().forEach((outcome, count) -> all.put(new ReceiverOutcome(name, outcome), count)));
        return all;
    }
}
