package io.gpulse.notify;

import static io.gpulse.event.Severity.CRITICAL;
import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.notify.Notifications.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.gpulse.event.Severity;
import io.gpulse.testing.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTests {

    private final SettableClock clock = new SettableClock(Notifications.AT);
    private final Outbox outbox = new Outbox(this.clock, () -> 1);

    private static Notification end(Severity severity, String title) {
        return message(Occasion.RESOLVED, severity, title);
    }

    private long now() {
        return this.clock.nanos() / 1_000_000;
    }

    private List<String> sent() {
        return this.outbox.next(now()).stream()
                .flatMap((batch) -> batch.messages().stream())
                .map(Notification::title)
                .toList();
    }

    private void add(Notification message) {
        this.outbox.add(message, now());
    }

    @Test
    void oneMessageIsSentAtATimeAndTheNextOnceItIsDone() {
        add(end(WARNING, "a"));
        add(end(WARNING, "b"));

        assertThat(sent()).containsExactly("a");
        assertThat(sent()).isEmpty();
        this.outbox.done();
        assertThat(sent()).containsExactly("b");
        this.outbox.done();
        assertThat(this.outbox.waiting()).isEmpty();
        assertThat(this.outbox.dueAt()).isEqualTo(Outbox.NEVER);
    }

    @Test
    void anAlertThatChangesBeforeItIsSentIsOneMessage() {
        add(message(WARNING, "a"));
        this.clock.advance(Duration.ofSeconds(2));
        add(message(CRITICAL, "a"));

        assertThat(sent()).isEmpty();
        this.clock.advance(Duration.ofSeconds(1));
        assertThat(this.outbox.next(now()).orElseThrow().messages())
                .singleElement()
                .satisfies((one) -> assertThat(one.severity()).isEqualTo(CRITICAL));
    }

    @Test
    void anAlertThatIsBeingSentIsNotReplaced() {
        add(message(WARNING, "a"));
        this.clock.advance(Duration.ofSeconds(3));
        assertThat(sent()).containsExactly("a");
        add(message(CRITICAL, "a"));
        this.outbox.done();

        assertThat(this.outbox.waiting())
                .singleElement()
                .satisfies((one) -> assertThat(one.severity()).isEqualTo(CRITICAL));
    }

    @Test
    void anAlertThatBeginsAgainFollowsItsEnd() {
        add(message(WARNING, "a"));
        add(end(WARNING, "a"));
        add(message(CRITICAL, "a"));
        this.clock.advance(Duration.ofSeconds(3));
        add(message(WARNING, "a"));

        assertThat(this.outbox.waiting())
                .extracting(Notification::kind, Notification::severity)
                .containsExactly(
                        tuple(Occasion.ALERT, WARNING),
                        tuple(Occasion.RESOLVED, WARNING),
                        tuple(Occasion.ALERT, WARNING));
    }

    @Test
    void processesOfOneProgramThatEndTogetherAreOneMessage() {
        add(message(Occasion.ENDED, INFO, "train"));
        this.clock.advance(Duration.ofSeconds(9));
        add(message(Occasion.ENDED, INFO, "other"));
        add(message(Occasion.ENDED, INFO, "train"));
        this.clock.advance(Duration.ofSeconds(1));

        assertThat(sent()).containsExactly("train", "train");
    }

    @Test
    void atMostTwentyAreSentInAMinuteAndTheLastOfThemHasAllThatWait() {
        for (int i = 0; i < 50; i++) {
            add(end(WARNING, "m" + i));
        }
        List<Integer> sizes = new ArrayList<>();
        for (List<String> batch = sent(); !batch.isEmpty(); batch = sent()) {
            sizes.add(batch.size());
            this.outbox.done();
        }

        assertThat(sizes).hasSize(Outbox.A_MINUTE).endsWith(1, 31);
        add(end(CRITICAL, "later"));
        assertThat(sent()).isEmpty();
        assertThat(this.outbox.dueAt()).isEqualTo(now() + 60_000);
        this.clock.advance(Duration.ofMinutes(1));
        assertThat(sent()).containsExactly("later");
    }

    @Test
    void ofTooManyTheOldestOfTheMildestAreDroppedAndCounted() {
        add(end(INFO, "mild"));
        for (int i = 0; i < Outbox.MOST; i++) {
            add(end(WARNING, "w" + i));
        }
        assertThat(this.outbox.waiting())
                .hasSize(Outbox.MOST)
                .noneMatch((one) -> one.title().equals("mild"));
        assertThat(this.outbox.add(end(CRITICAL, "severe"), now())).isEqualTo(1);

        assertThat(this.outbox.waiting())
                .hasSize(Outbox.MOST)
                .noneMatch((one) -> one.title().equals("w0"));
        assertThat(this.outbox.next(now()).orElseThrow().omitted()).isEqualTo(2);
        this.outbox.done();
        assertThat(this.outbox.omitted()).isZero();
    }

    @Test
    void aMessageThatIsBeingSentIsNotDropped() {
        add(end(INFO, "first"));
        assertThat(sent()).containsExactly("first");
        for (int i = 0; i < 1000; i++) {
            add(end(CRITICAL, "c" + i));
        }

        assertThat(this.outbox.waiting()).hasSize(Outbox.MOST);
        assertThat(this.outbox.waiting().get(0).title()).isEqualTo("first");
    }

    @Test
    void aFailureIsRepeatedAfterTwiceTheTimeUpToTenMinutes() {
        add(end(WARNING, "a"));
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            assertThat(sent()).containsExactly("a");
            this.outbox.failed(now(), null);
            delays.add((this.outbox.dueAt() - now()) / 1000);
            this.clock.advance(Duration.ofMillis(this.outbox.dueAt() - now()));
        }

        assertThat(delays).containsExactly(5L, 10L, 20L, 40L, 80L, 160L, 320L, 600L, 600L, 600L);
    }

    @Test
    void theTimeThatAReceiverDemandsIsRespectedUpToTenMinutes() {
        add(end(WARNING, "a"));
        sent();
        this.outbox.failed(now(), Duration.ofSeconds(90));
        assertThat(this.outbox.dueAt() - now()).isEqualTo(90_000);
        this.clock.advance(Duration.ofSeconds(90));
        sent();
        this.outbox.failed(now(), Duration.ofDays(30));

        assertThat(this.outbox.dueAt() - now()).isEqualTo(600_000);
    }

    @Test
    void aMessageIsDroppedAfterADay() {
        add(end(WARNING, "a"));
        sent();
        this.outbox.failed(now(), null);
        this.clock.advance(Duration.ofHours(25));

        assertThat(this.outbox.expire()).isEqualTo(1);
        assertThat(sent()).isEmpty();
        assertThat(this.outbox.waiting()).isEmpty();
        assertThat(this.outbox.omitted()).isEqualTo(1);
    }
}
