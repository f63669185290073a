package io.gpulse.notify;

import static io.gpulse.event.Severity.CRITICAL;
import static io.gpulse.event.Severity.WARNING;
import static io.gpulse.notify.Notifications.alert;
import static io.gpulse.notify.Occasion.ALERT;
import static io.gpulse.notify.Occasion.FREE;
import static io.gpulse.notify.Occasion.RESOLVED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.notify.WebhookClient.Outcome;
import io.gpulse.notify.WebhookClient.Result;
import io.gpulse.testing.Snapshots;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** The messages that one receiver gets before and after a restart, in virtual time. */
class RecipientRestartTests extends RecipientScene {

    private Recipient restarted(Recipient before) {
        String state = JsonMapper.shared().writeValueAsString(before.state());
        Recipient after = recipient(Notifications.receiver("http://x", ALERT, RESOLVED, FREE));
        after.restore(JsonMapper.shared().readValue(state, Recipient.State.class));
        return after;
    }

    @Test
    void messagesThatWaitSurviveARestart() {
        Recipient before = recipient(Notifications.receiver("http://x", ALERT));
        this.answer = CompletableFuture.completedFuture(new Result(Outcome.UNREACHABLE, true, null));
        before.update(alert("a", CRITICAL, true, 1), HOST);
        assertThat(titles()).isNotEmpty();
        this.answer = CompletableFuture.completedFuture(DELIVERED);
        Recipient after = restarted(before);

        assertThat(titles()).contains("trn, GPU 1: Lost a");
        assertThat(after.state().waiting()).isEmpty();
    }

    @Test
    void anAlertThatWasSentBeforeARestartIsNotSentAgainAndItsEndIs() {
        Recipient before = recipient(Notifications.receiver("http://x", ALERT));
        before.update(alert("a", CRITICAL, true, 1), HOST);
        assertThat(titles()).hasSize(1);

        Recipient after = restarted(before);
        after.update(alert("of-the-same-gpu", CRITICAL, true, 1), HOST);
        assertThat(titles()).isEmpty();
        after.update(alert("of-the-same-gpu", CRITICAL, false, 1), HOST);
        assertThat(titles()).containsExactly("trn, GPU 1: resolved: Lost of-the-same-gpu");
    }

    @Test
    void anAlertThatEndedDuringARestartIsResolvedOnceItsRuleIsClear() {
        Recipient before = recipient(Notifications.receiver("http://x", ALERT));
        before.update(alert("a", CRITICAL, true, 1), HOST);
        assertThat(titles()).hasSize(1);

        Recipient after = restarted(before);
        after.endRestored((one) -> true, HOST);
        assertThat(titles()).isEmpty();
        after.endRestored((one) -> false, HOST);
        assertThat(titles()).containsExactly("trn, GPU 1: resolved: Lost a");
        after.endRestored((one) -> false, HOST);
        assertThat(titles()).isEmpty();
    }

    @Test
    void anAlertOfAnEarlierRunGoesOnInThatOfItsId() {
        Recipient before = recipient(Notifications.receiver("http://x", ALERT));
        List.of("a", "b", "c").forEach((id) -> before.update(alert(id, WARNING, true, 1), HOST));
        assertThat(titles()).hasSize(3);

        Recipient after = restarted(before);
        after.update(alert("c", WARNING, true, 1), HOST);
        after.update(alert("c", CRITICAL, true, 1), HOST);
        after.update(alert("c", CRITICAL, false, 1), HOST);
        after.endRestored((one) -> false, HOST);

        assertThat(titles()).contains("trn, GPU 1: resolved: Lost a", "trn, GPU 1: resolved: Lost b");
    }

    @Test
    void anAlertOfAnEarlierRunThatCannotBeCheckedIsOverAfterHalfAnHour() {
        Recipient before = recipient(Notifications.receiver("http://x", ALERT));
        before.update(alert("of-a-gpu-that-is-gone", CRITICAL, true, 1), HOST);
        assertThat(titles()).hasSize(1);

        Recipient after = restarted(before);
        passes(Duration.ofMinutes(29));
        after.endRestored((one) -> null, HOST);
        assertThat(titles()).isEmpty();
        passes(Duration.ofMinutes(1));
        after.endRestored((one) -> true, HOST);
        assertThat(titles()).isEmpty();
        after.endRestored((one) -> null, HOST);
        assertThat(titles()).hasSize(1);
    }

    @Test
    void freeGpusAreNotReportedAgainAfterARestart() {
        Recipient before = recipient(Notifications.receiver("http://x", FREE));
        before.update((span, round) -> Optional.of(List.of(1, 3)), Snapshots.ofGpus(4), HOST);
        assertThat(titles()).hasSize(1);

        Recipient after = restarted(before);
        after.update((span, round) -> Optional.empty(), Snapshots.ofGpus(4), HOST);
        after.update((span, round) -> Optional.of(List.of(1, 3)), Snapshots.ofGpus(4), HOST);
        assertThat(titles()).isEmpty();
    }
}
