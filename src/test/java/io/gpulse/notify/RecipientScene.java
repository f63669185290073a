package io.gpulse.notify;

import io.gpulse.event.message.Language;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.notify.WebhookClient.Outcome;
import io.gpulse.notify.WebhookClient.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import reactor.test.scheduler.VirtualTimeScheduler;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Receivers in virtual time, and the messages that they get. */
abstract class RecipientScene {

    static final LocalizedText HOST = LocalizedText.of("trn");
    static final Result DELIVERED = new Result(Outcome.DELIVERED, false, null);

    final VirtualTimeScheduler time = VirtualTimeScheduler.create();
    final List<JsonNode> sent = new ArrayList<>();
    CompletableFuture<Result> answer = CompletableFuture.completedFuture(DELIVERED);

    Recipient recipient(NotifyProperties.Receiver receiver) {
        return recipient(receiver, false);
    }

    Recipient recipient(NotifyProperties.Receiver receiver, boolean users) {
        NotificationTexts texts =
                new NotificationTexts(Language.EN, users, "https://g", () -> Notifications.AT.plusMillis(now()));
        return new Recipient(
                "ops",
                receiver,
                texts,
                new Recipient.Delivery(
                        this.time,
                        this::now,
                        (url, body) -> {
                            this.sent.add(JsonMapper.shared().readTree(body.text()));
                            return this.answer;
                        },
                        () -> {}));
    }

    long now() {
        return this.time.now(TimeUnit.MILLISECONDS);
    }

    void passes(Duration span) {
        this.time.advanceTimeBy(span);
    }

    List<String> titles() {
        passes(Duration.ofSeconds(15));
        List<String> titles =
                this.sent.stream().map((one) -> one.get("title").asString()).toList();
        this.sent.clear();
        return titles;
    }
}
