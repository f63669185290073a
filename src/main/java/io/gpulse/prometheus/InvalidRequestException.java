package io.gpulse.prometheus;

import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;

/** A scrape asks for what does not exist; the detail says what would be right. */
final class InvalidRequestException extends ErrorResponseException {

    private static final long serialVersionUID = 1L;
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]");

    InvalidRequestException(String detail) {
        super(
                HttpStatus.BAD_REQUEST,
                // What was asked is repeated, and may be printed in a terminal.
                ProblemDetail.forStatusAndDetail(
                        HttpStatus.BAD_REQUEST, UNPRINTABLE.matcher(detail).replaceAll("?")),
                null);
    }
}
