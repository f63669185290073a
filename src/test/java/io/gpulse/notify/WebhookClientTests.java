package io.gpulse.notify;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpulse.Identity;
import io.gpulse.notify.LocalReceiver.Answer;
import io.gpulse.notify.WebhookClient.Outcome;
import io.gpulse.notify.WebhookClient.Result;
import io.gpulse.testing.Wait;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Requests to receivers on this machine that behave in all ways. */
class WebhookClientTests {

    private static final MessageFormat.Body BODY = new MessageFormat.Body("text/plain", "hello", Map.of("Title", "t"));

    private final WebhookClient client = new WebhookClient(Wait.PATIENCE);

    @AfterEach
    void close() {
        this.client.close();
    }

    private Result sent(String url) {
        return this.client.send(URI.create(url), BODY).join();
    }

    @Test
    void aRequestHasTheBodyAndTheHeaders() {
        try (LocalReceiver receiver = LocalReceiver.started(Answer.of("204 No Content"))) {
            assertThat(sent(receiver.url())).isEqualTo(new Result(Outcome.DELIVERED, false, null));

            assertThat(receiver.requests())
                    .singleElement()
                    .satisfies((request) -> assertThat(request)
                            .startsWith("POST /" + LocalReceiver.SECRET + "?token=" + LocalReceiver.SECRET
                                    + " HTTP/1.1\r\n")
                            .contains("Title: t\r\n", "Content-Type: text/plain\r\n")
                            .doesNotContain("Authorization")
                            .endsWith("\r\n\r\nhello"));
        }
    }

    @Test
    void aUserInTheAddressIsSentAsBasicAuthentication() {
        try (LocalReceiver receiver = LocalReceiver.started(Answer.of("200 OK"))) {
            sent(receiver.url().replace("http://", "http://anna:p%40ss@"));

            assertThat(receiver.requests().get(0)).contains("Authorization: Basic YW5uYTpwQHNz\r\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "500 Internal Server Error, true",
        "503 Service Unavailable, true",
        "408 Request Timeout, true",
        "429 Too Many Requests, true",
        "404 Not Found, false",
        "401 Unauthorized, false"
    })
    void aRefusalIsFinalUnlessALaterAttemptCanSucceed(String status, boolean again) {
        try (LocalReceiver receiver = LocalReceiver.started(Answer.of(status))) {
            assertThat(sent(receiver.url())).isEqualTo(new Result(Outcome.REFUSED, again, null));
        }
    }

    @ParameterizedTest
    @CsvSource({"120, 120", "soon, ", "-5, ", "99999999999999999999, "})
    void theTimeToWaitIsRead(String header, Long seconds) {
        Answer busy = Answer.of("503 Service Unavailable", "Retry-After: " + header);
        try (LocalReceiver receiver = LocalReceiver.started(busy)) {
            assertThat(sent(receiver.url()).retryAfter())
                    .isEqualTo(seconds == null ? null : Duration.ofSeconds(seconds));
        }
    }

    @Test
    void aRedirectIsNotFollowed() {
        try (LocalReceiver other = LocalReceiver.started(Answer.of("200 OK"));
                LocalReceiver receiver =
                        LocalReceiver.started(Answer.of("307 Temporary Redirect", "Location: " + other.url()))) {
            assertThat(sent(receiver.url())).isEqualTo(new Result(Outcome.REFUSED, false, null));
            assertThat(other.requests()).isEmpty();
        }
    }

    @Test
    void gigabytesOfAResponseAreNotRead() {
        AtomicLong written = new AtomicLong();
        Answer endless = (response) -> {
            response.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            byte[] block = new byte[64 * 1024];
            while (true) {
                response.write(block);
                written.addAndGet(block.length);
            }
        };
        try (LocalReceiver receiver = LocalReceiver.started(endless)) {
            assertThat(sent(receiver.url()).outcome()).isEqualTo(Outcome.DELIVERED);
            // The connection is closed: the receiver cannot write on.
            Wait.until(() -> receiver.served() == 1);
            assertThat(written.get()).isLessThan(100L << 20);
        }
    }

    @Test
    void aReceiverThatHangsIsLate() {
        try (WebhookClient impatient = new WebhookClient(Duration.ofMillis(100));
                LocalReceiver receiver = LocalReceiver.started(LocalReceiver.HANGS)) {
            assertThat(impatient.send(URI.create(receiver.url()), BODY).join())
                    .isEqualTo(new Result(Outcome.TIMED_OUT, true, null));
        }
    }

    @Test
    void aConnectionThatIsClosedBeforeTheResponseIsUnreachable() {
        Answer half = (response) -> response.write("HTTP/1.1 20".getBytes(StandardCharsets.US_ASCII));
        try (LocalReceiver receiver = LocalReceiver.started(half)) {
            assertThat(sent(receiver.url())).isEqualTo(new Result(Outcome.UNREACHABLE, true, null));
        }
    }

    @Test
    void aPortThatNoProgramListensToIsUnreachable() {
        LocalReceiver receiver = LocalReceiver.started(Answer.of("200 OK"));
        receiver.close();

        assertThat(sent(receiver.url())).isEqualTo(new Result(Outcome.UNREACHABLE, true, null));
    }

    @Test
    void aCertificateThatIsNotTrustedIsUnreachable(@TempDir Path folder) {
        Identity unknown = Identity.made(folder, "unknown");
        try (LocalReceiver receiver =
                LocalReceiver.started(unknown.trusting(unknown).getServerSocketFactory(), Answer.of("200 OK"))) {
            assertThat(sent(receiver.url("https"))).isEqualTo(new Result(Outcome.UNREACHABLE, true, null));
            assertThat(receiver.requests()).isEmpty();
        }
    }
}
