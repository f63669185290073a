package io.gpulse.web;

import java.time.Duration;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A rejected request, with a sentence that explains what is wrong and how to correct it. */
public final class ProblemException extends ErrorResponseException {

    private static final long serialVersionUID = 1L;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]");

    private ProblemException(HttpStatus status, String detail) {
        super(status, ProblemDetail.forStatusAndDetail(status, printable(detail)), null);
    }

    /** Replaces control characters: the detail repeats values of the request, and terminals print it. */
    private static String printable(String detail) {
        return UNPRINTABLE.matcher(detail).replaceAll("?");
    }

    public static ProblemException of(HttpStatus status, String detail) {
        return new ProblemException(status, detail);
    }

    public static ProblemException badRequest(String detail) {
        return new ProblemException(HttpStatus.BAD_REQUEST, detail);
    }

    public static ProblemException tooLarge(String detail) {
        return new ProblemException(HttpStatus.CONTENT_TOO_LARGE, detail);
    }

    /** The current state of a resource does not permit the request. */
    public static ProblemException conflict(String detail) {
        return new ProblemException(HttpStatus.CONFLICT, detail);
    }

    public static ProblemException unsupportedMediaType(String detail) {
        return new ProblemException(HttpStatus.UNSUPPORTED_MEDIA_TYPE, detail);
    }

    public static ProblemException notFound(String detail) {
        return new ProblemException(HttpStatus.NOT_FOUND, detail);
    }

    /** Temporary: the same request may succeed later. */
    public static ProblemException unavailable(String detail, Duration retryAfter) {
        return later(HttpStatus.SERVICE_UNAVAILABLE, detail, retryAfter);
    }

    /** Temporary: the same request may succeed later. */
    public static ProblemException tooManyRequests(String detail, Duration retryAfter) {
        return later(HttpStatus.TOO_MANY_REQUESTS, detail, retryAfter);
    }

    private static ProblemException later(HttpStatus status, String detail, Duration retryAfter) {
        ProblemException problem = new ProblemException(status, detail);
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, retryAfter.toSeconds())));
        return problem;
    }

    public static ProblemException notYet() {
        return unavailable("gpulse has not finished its first round; try again in a second.", Duration.ofSeconds(1));
    }
}
