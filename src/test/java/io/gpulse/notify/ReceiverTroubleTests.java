package io.gpulse.notify;

import static io.gpulse.notify.Notifications.alert;
import static io.gpulse.notify.Notifications.message;
import static io.gpulse.notify.Occasion.ALERT;
import static io.gpulse.notify.Occasion.FREE;
import static io.gpulse.notify.Occasion.RESOLVED;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.notify.WebhookClient.Outcome;
import io.gpulse.notify.WebhookClient.Result;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.test.scheduler.VirtualTimeScheduler;
import tools.jackson.databind.json.JsonMapper;

/** Messages of a receiver whose address is absent for a time, and of alerts that are short or many. */
class ReceiverTroubleTests {

    private static final LocalizedText HOST = LocalizedText.of("trn");
    private static final NotificationTexts TEXTS =
            new NotificationTexts(Language.EN, false, "", () -> Notifications.AT);

    private final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    private final List<String> sent = new ArrayList<>();

    private Recipient recipient(@Nullable String url, @Nullable Path file) {
        NotifyProperties.Receiver receiver = new NotifyProperties.Receiver(
                url,
                file,
                MessageFormat.JSON,
                null,
                Set.of(ALERT, RESOLVED),
                Severity.WARNING,
                Set.of(),
                1,
                Duration.ofMinutes(5),
                null,
                false,
                Language.EN);
        return new Recipient(
                "ops",
                receiver,
                TEXTS,
                new Recipient.Delivery(this.time, () -> this.time.now(TimeUnit.MILLISECONDS), this::send, () -> {}));
    }

    private CompletableFuture<Result> send(URI address, MessageFormat.Body body) {
        String kind = JsonMapper.shared().readTree(body.text()).get("kind").asString();
        this.sent.add(address.getPath() + " " + kind);
        return CompletableFuture.completedFuture(new Result(Outcome.DELIVERED, false, null));
    }

    /** A secret that is renewed is absent, empty or half-written for a moment. */
    @ParameterizedTest
    @ValueSource(strings = {"", "https://h/not yet", "https:"})
    void aMessageWaitsForTheFileOfTheAddress(String halfWritten, @TempDir Path folder) throws IOException {
        Path file = folder.resolve("address");
        Recipient ops = recipient(null, file);
        ops.update(alert("a", Severity.CRITICAL, true, 1), HOST);
        this.time.advanceTimeBy(Duration.ofSeconds(4));
        assertThat(ops.counts()).containsEntry("unreachable", 1L);

        Files.writeString(file, halfWritten);
        this.time.advanceTimeBy(Duration.ofSeconds(30));
        assertThat(this.sent).isEmpty();
        assertThat(ops.test(HOST).join().outcome()).isEqualTo(Outcome.UNREACHABLE);

        Files.writeString(file, "https://h/now\n");
        this.time.advanceTimeBy(Duration.ofMinutes(10));
        assertThat(this.sent).containsExactly("/now alert");
    }

    @Test
    void theEndOfAShortAlertFollowsItsBeginning() {
        Recipient ops = recipient("https://h/x", null);
        ops.update(alert("a", Severity.CRITICAL, true, 1), HOST);
        this.time.advanceTimeBy(Duration.ofSeconds(1));
        ops.update(alert("a", Severity.CRITICAL, false, 1), HOST);
        this.time.advanceTimeBy(Duration.ofSeconds(10));

        assertThat(this.sent).containsExactly("/x alert", "/x resolved");
    }

    @Test
    void severalMessagesWithAnAlertAreAnAlert() {
        Notification joined = TEXTS.sent(
                List.of(message(RESOLVED, Severity.WARNING, "a"), message(ALERT, Severity.CRITICAL, "b")), 0);

        assertThat(joined.kind()).isEqualTo(ALERT);
        assertThat(joined.severity()).isEqualTo(Severity.CRITICAL);
        assertThat(joined.rule()).isEqualTo("xid");
    }

    @Test
    void gpusThatAreTakenAgainAreNotReportedAsFree() {
        Outbox outbox = new Outbox(() -> Notifications.AT, () -> 1);
        outbox.add(message(FREE, Severity.INFO, "free"), 0);
        outbox.add(message(RESOLVED, Severity.INFO, "end"), 0);

        outbox.remove(FREE);

        assertThat(outbox.waiting()).extracting(Notification::title).containsExactly("end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{ \"text\": \"{title}\" }", "{\n  \"text\": \"{title}\"\n}", " [\"{title}\"]"})
    void aTemplateOfJsonIsEscapedHoweverItIsWritten(String template) {
        MessageFormat.Body body = MessageTemplate.fill(template, Notifications.hostile());

        assertThat(body.type()).isEqualTo("application/json");
        assertThat(JsonMapper.shared().readTree(body.text()).iterator().next().asString())
                .isEqualTo(Notifications.HOSTILE);
    }
}
