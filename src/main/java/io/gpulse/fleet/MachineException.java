package io.gpulse.fleet;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.web.client.HttpExchanges.UntrustedException;
import io.gpulse.web.client.HttpFailure;
import java.io.Serial;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionException;

/** The reason why a machine gives no report, for users. */
final class MachineException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient LocalizedText sentence;

    MachineException(LocalizedText sentence) {
        super(sentence.en(), null, false, false);
        this.sentence = sentence;
    }

    /** Returns the reason of an exchange that failed, or did not end in its time. */
    static MachineException of(Throwable failure, Duration timeout) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof MachineException known) {
            return known;
        }
        if (cause instanceof UntrustedException) {
            return new MachineException(text("fleet.ca"));
        }
        return new MachineException(
                switch (HttpFailure.of(cause)) {
                    case TIMEOUT -> late(timeout);
                    case UNKNOWN_HOST -> text("fleet.unknown-host");
                    case TLS -> text("fleet.tls");
                    case UNREACHABLE -> text("fleet.unreachable");
                    case BROKEN -> text("fleet.broken");
                });
    }

    /** Returns the sentence about an exchange that did not end in its time. */
    static LocalizedText late(Duration timeout) {
        return text("fleet.timeout", Map.of("seconds", timeout.toSeconds()));
    }

    LocalizedText sentence() {
        return this.sentence;
    }
}
