package io.gpulse.web;

import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A request that cannot be answered, with a sentence on what was wrong and what would be right. */
public final class ProblemException extends ErrorResponseException {

    private static final long serialVersionUID = 1L;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private ProblemException(HttpStatus status, String detail) {
        super(status, ProblemDetail.forStatusAndDetail(status, printable(detail)), null);
    }

    /** What was asked is repeated, and may be printed in a terminal. */
    private static String printable(String detail) {
        return UNPRINTABLE.matcher(detail).replaceAll("?");
    }

    public static ProblemException badRequest(String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, detail);
    }

    public static ProblemException tooLarge(String detail) {
        return new ProblemException(HttpStatus.CONTENT_TOO_LARGE, detail);
    }

    /** The state of a resource rules the request out. */
    public static ProblemException conflict(String detail) {
        return new ProblemException(HttpStatus.CONFLICT, detail);
    }

    public static ProblemException unsupportedMediaType(String detail) {
        return new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail);
    }

    public static ProblemException notFound(String detail) {
        return new ProblemException(HttpStatus.NOT_FOUND, detail);
    }

    /** For now; the same request may succeed later. */
    public static ProblemException unavailable(String detail, Duration retryAfter) {
        return later(HttpStatus.SERVICE_UNAVAILABLE, detail, retryAfter);
    }

    /** For now; the same request may succeed later. */
    public static ProblemException tooManyRequests(String detail, Duration retryAfter) {
        return later(HttpStatus.TOO_MANY_REQUESTS, detail, retryAfter);
    }

    private static ProblemException later(HttpStatus status, String detail, Duration retryAfter) {
        ProblemException refusal = new ProblemException(status, detail);
        refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, retryAfter.toSeconds())));
        return refusal;
    }

    public static ProblemException notYet() {
        return unavailable("gpulse has not finished its first round; ask again in a second.", Duration.ofSeconds(1));
    }
}
