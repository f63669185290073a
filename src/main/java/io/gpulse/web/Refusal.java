package io.gpulse.web;

import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A request that cannot be answered, with a sentence on what was wrong and what would be right. */
public final class Refusal extends ErrorResponseException {

    private static final long serialVersionUID = 1L;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private Refusal(HttpStatus status, String detail) {
        super(status, ProblemDetail.forStatusAndDetail(status, printable(detail)), null);
    }

    /** What was asked is repeated, and may be printed in a terminal. */
    private static String printable(String detail) {
        return UNPRINTABLE.matcher(detail).replaceAll("?");
    }

    public static Refusal badRequest(String detail) {
        return new Refusal(HttpStatus.BAD_REQUEST, detail);
    }

    public static Refusal tooLarge(String detail) {
        return new Refusal(HttpStatus.CONTENT_TOO_LARGE, detail);
    }

    /** The state of a resource rules the request out. */
    public static Refusal conflict(String detail) {
        return new Refusal(HttpStatus.CONFLICT, detail);
    }

    public static Refusal unsupportedMediaType(String detail) {
        return new Refusal(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail);
    }

    public static Refusal notFound(String detail) {
        return new Refusal(HttpStatus.NOT_FOUND, detail);
    }

    /** For now; the same request may succeed later. */
    public static Refusal unavailable(String detail, Duration retryAfter) {
        return later(HttpStatus.SERVICE_UNAVAILABLE, detail, retryAfter);
    }

    /** For now; the same request may succeed later. */
    public static Refusal tooManyRequests(String detail, Duration retryAfter) {
        return later(HttpStatus.TOO_MANY_REQUESTS, detail, retryAfter);
    }

    private static Refusal later(HttpStatus status, String detail, Duration retryAfter) {
        Refusal refusal = new Refusal(status, detail);
        refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, retryAfter.toSeconds())));
        return refusal;
    }

    public static Refusal notYet() {
        return unavailable("gpulse has not finished its first round; ask again in a second.", Duration.ofSeconds(1));
    }
}
