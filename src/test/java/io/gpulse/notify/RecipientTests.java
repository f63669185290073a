package io.gpulse.notify;

import static io.gpulse.event.Severity.CRITICAL;
import static io.gpulse.event.Severity.INFO;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.notify.Notifications.alert;
import static io.gpulse.notify.Occasion.ALERT;
import static io.gpulse.notify.Occasion.ENDED;
import static io.gpulse.notify.Occasion.FREE;
import static io.gpulse.notify.Occasion.RESOLVED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventCounts;
import io.gpulse.event.EventDraft;
import io.gpulse.event.EventGpu;
import io.gpulse.event.EventKind;
import io.gpulse.event.EventLog;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.notify.WebhookClient.Outcome;
import io.gpulse.notify.WebhookClient.Result;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The messages that one receiver gets, in virtual time. */
class RecipientTests extends RecipientScene {

    @Test
    void anAlertIsOneMessageWithAdviceAndALink() {
        recipient(Notifications.receiver("http://x", ALERT)).update(alert("a", CRITICAL, true, 1), HOST);
        passes(Duration.ofSeconds(3));

        assertThat(this.sent).singleElement().satisfies((json) -> {
            assertThat(json.get("title").asString()).isEqualTo("trn, GPU 1: Lost a");
            assertThat(json.get("text").asString()).isEqualTo("It is lost.");
            assertThat(json.get("advice").asString()).isEqualTo("Reboot.");
            assertThat(json.get("link").asString()).isEqualTo("https://g/gpus/1");
        });
    }

    @Test
    void usersAreNamedOnlyWhereConfigured() {
        recipient(Notifications.receiver("http://x", ALERT), true).update(alert("a", CRITICAL, true), HOST);
        passes(Duration.ofSeconds(3));
        assertThat(this.sent.get(0).get("text").asString()).isEqualTo("It is lost, alice.");
    }

    @Test
    void onlyNewsOfAnAlertIsSent() {
        Recipient ops = recipient(Notifications.receiver("http://x", ALERT, RESOLVED));
        ops.update(alert("a", WARNING, true, 0, 1), HOST);
        assertThat(titles()).containsExactly("trn, GPUs 0–1: Lost a");

        ops.update(alert("a", WARNING, true, 0), HOST);
        assertThat(titles()).isEmpty();
        ops.update(alert("a", WARNING, true, 0, 1), HOST);
        assertThat(titles()).isEmpty();
        ops.update(alert("a", WARNING, true, 0, 2), HOST);
        assertThat(titles()).containsExactly("trn, GPUs 0, 2: Lost a");
        ops.update(alert("a", CRITICAL, true, 0, 2), HOST);
        assertThat(titles()).containsExactly("trn, GPUs 0, 2: Lost a");
        ops.update(alert("a", CRITICAL, false, 0), HOST);
        assertThat(titles()).containsExactly("trn, GPU 0: resolved: Lost a");
    }

    @Test
    void anAlertBelowTheSeverityIsSentOnceItRises() {
        Recipient ops = recipient(Notifications.receiver("http://x", ALERT, RESOLVED));
        ops.update(alert("a", INFO, true, 0), HOST);
        ops.update(alert("b", INFO, true, 0), HOST);
        ops.update(alert("b", INFO, false, 0), HOST);
        assertThat(titles()).isEmpty();
        ops.update(alert("a", WARNING, true, 0), HOST);

        assertThat(titles()).hasSize(1);
    }

    @Test
    void aThousandAlertsInASecondAreAtMostTwentyMessages() {
        Recipient ops = recipient(Notifications.receiver("http://x", ALERT));
        for (int i = 0; i < 1000; i++) {
            ops.update(alert("a" + i, WARNING, true, i), HOST);
        }
        passes(Duration.ofSeconds(59));

        assertThat(this.sent).hasSize(Outbox.A_MINUTE);
        assertThat(this.sent.get(0).get("text").asString()).endsWith("and 900 more");
        assertThat(this.sent.get(Outbox.A_MINUTE - 1).get("title").asString())
                .isEqualTo("81 messages of gpulse on trn");
        passes(Duration.ofHours(1));
        assertThat(this.sent).hasSize(Outbox.A_MINUTE);
        assertThat(ops.counts()).containsEntry("delivered", 20L).containsEntry("dropped", 900L);
    }

    @Test
    void aMessageThatFailsIsSentAgain() {
        Recipient ops = recipient(Notifications.receiver("http://x", ALERT));
        this.answer = CompletableFuture.completedFuture(new Result(Outcome.REFUSED, true, Duration.ofMinutes(1)));
        ops.update(alert("a", CRITICAL, true, 1), HOST);
        passes(Duration.ofSeconds(3));
        this.answer = CompletableFuture.completedFuture(DELIVERED);
        passes(Duration.ofSeconds(59));
        assertThat(this.sent).hasSize(1);
        passes(Duration.ofSeconds(1));

        assertThat(this.sent).hasSize(2);
        assertThat(ops.state().waiting()).isEmpty();
        assertThat(ops.counts()).containsOnly(Map.entry("refused", 1L), Map.entry("delivered", 1L));
    }

    @Test
    void aMessageThatIsRefusedForGoodIsNotSentAgain() {
        Recipient ops = recipient(Notifications.receiver("http://x", ALERT));
        this.answer = CompletableFuture.completedFuture(new Result(Outcome.REFUSED, false, null));
        ops.update(alert("a", CRITICAL, true, 1), HOST);
        passes(Duration.ofHours(1));

        assertThat(this.sent).hasSize(1);
        assertThat(ops.counts()).containsEntry("dropped", 1L);
        this.sent.clear();
        this.answer = CompletableFuture.completedFuture(DELIVERED);
        ops.update(alert("b", CRITICAL, true, 1), HOST);
        passes(Duration.ofSeconds(3));
        assertThat(this.sent.get(0).get("text").asString()).endsWith("and 1 more");
    }

    @Test
    void aReceiverThatHangsDelaysNoOther() {
        Recipient hung = recipient(Notifications.receiver("http://x", ALERT));
        this.answer = new CompletableFuture<>();
        hung.update(alert("a", CRITICAL, true, 1), HOST);
        passes(Duration.ofSeconds(3));
        hung.update(alert("b", CRITICAL, true, 1), HOST);
        this.answer = CompletableFuture.completedFuture(DELIVERED);
        Recipient ops = recipient(Notifications.receiver("http://x", ALERT));
        ops.update(alert("c", CRITICAL, true, 1), HOST);

        assertThat(titles()).containsExactly("trn, GPU 1: Lost a", "trn, GPU 1: Lost c");
    }

    @Test
    void messagesThatWaitForADayAreCountedAsDropped() {
        Recipient ops = recipient(Notifications.receiver("http://x", ALERT));
        this.answer = CompletableFuture.completedFuture(new Result(Outcome.UNREACHABLE, true, null));
        ops.update(alert("a", CRITICAL, true, 1), HOST);
        passes(Duration.ofHours(25));

        assertThat(ops.counts()).containsEntry("dropped", 1L);
        assertThat(ops.state().waiting()).isEmpty();
    }

    @Test
    void freeGpusAreReportedOnceUntilTheyAreTaken() {
        Recipient ops = recipient(Notifications.receiver("http://x", FREE));
        List<List<Integer>> rounds = List.of(List.of(1), List.of(1, 3), List.of(1, 2, 3), List.of(), List.of(0, 1));
        List<List<String>> messages = new ArrayList<>();
        for (List<Integer> free : rounds) {
            ops.update((span, round) -> Optional.of(free), Snapshots.ofGpus(4), HOST);
            messages.add(titles());
        }

        assertThat(messages)
                .containsExactly(
                        List.of(),
                        List.of("trn, GPUs 1, 3: free"),
                        List.of(),
                        List.of(),
                        List.of("trn, GPUs 0–1: free"));
    }

    private static GpuEvent ended(String user, int gpu) {
        EventLog log = new EventLog(100, Instant.EPOCH, new EventCounts());
        EventDraft draft = EventDraft.of(
                        Notifications.AT, EventKind.PROCESS_ENDED, Severity.INFO, new EventGpu(gpu, "GPU-" + gpu))
                .with(EventAttribute.PID, 7 + gpu)
                .with(EventAttribute.PROGRAM, "train.py")
                .with(EventAttribute.USER, user)
                .with(EventAttribute.SECONDS, 7200);
        log.add(draft);
        return log.since(Instant.EPOCH).get(0);
    }

    @Test
    void theProcessesOfAUserThatEndTogetherAreOneMessage() {
        Recipient ops = recipient(Notifications.receiver("http://x", "alice", ENDED));
        ops.addEnd(ended("alice", 0), true, HOST);
        ops.addEnd(ended("alice", 1), true, HOST);
        ops.addEnd(ended("bob", 2), true, HOST);
        passes(Duration.ofSeconds(10));

        assertThat(this.sent).singleElement().satisfies((json) -> {
            assertThat(json.get("title").asString()).isEqualTo("trn, GPUs 0–1: train.py ended");
            assertThat(json.get("text").asString())
                    .isEqualTo("train.py (pid 7) left GPU 0 after 2 h\ntrain.py (pid 8) left GPU 1 after 2 h");
            assertThat(json.toString()).doesNotContain("alice");
        });
    }
}
