package io.gpulse.notify;

import io.gpulse.web.ProblemException;
import io.gpulse.web.ProblemResponses;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Tests receivers of messages. They are configured by properties only. */
@RestController
@Tag(name = "about")
class NotifyController {

    private static final Duration BETWEEN = Duration.ofSeconds(10);

    private final Notifier notifier;
    private final Map<String, Long> tested = new ConcurrentHashMap<>();

    NotifyController(Notifier notifier) {
        this.notifier = notifier;
    }

    @PostMapping(path = "/api/v1/notify/{name}/test", produces = MediaType.APPLICATION_JSON_VALUE)
    @Operation(
            summary = "Test a receiver of messages",
            description = "Sends a message that is marked as a test to a receiver of `gpulse.notify`, at most one in"
                    + " 10 s. Requires the scope `write`.")
    @ApiResponse(responseCode = "200", description = "The result.", useReturnTypeSchema = true)
    @ApiResponse(responseCode = "404", ref = ProblemResponses.NOT_FOUND)
    Mono<NotifyTestResponse> testReceiver(
            @Parameter(description = "The configured name of the receiver.", example = "ops") @PathVariable
                    String name) {
        Mono<WebhookClient.Result> test = this.notifier
                .test(name)
                .orElseThrow(() -> ProblemException.notFound("There is no receiver '" + name + "' in gpulse.notify. "
                        + (this.notifier.names().isEmpty() ? "None is configured" : "Configured: ")
                        + String.join(", ", this.notifier.names()) + "."));
        long now = System.nanoTime();
        long last = this.tested.merge(name, now, (before, next) -> next - before < BETWEEN.toNanos() ? before : next);
        if (last != now) {
            throw ProblemException.tooManyRequests(
                    "The receiver " + name + " was tested less than 10 s ago.", BETWEEN.minusNanos(now - last));
        }
        return test.map((result) -> new NotifyTestResponse(result.outcome().label()));
    }
}
