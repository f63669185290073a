package io.gpulse.selection;

import io.swagger.v3.oas.annotations.Parameter;
import java.time.Duration;
import java.util.Objects;
import org.hibernate.validator.constraints.time.DurationMax;
import org.springframework.web.bind.annotation.BindParam;

/**
 * How long a request waits.
 *
 * @param time Maximum time until the response, which comes as soon as enough GPUs are free. Equal requests are answered
 *     in the order of their arrival. Default: `0s`.
 */
public record WaitQuery(
        @BindParam("wait") @Parameter(name = "wait", example = "1s") @DurationMax(hours = 24)
        Duration time) {

    public WaitQuery {
        time = Objects.requireNonNullElse(time, Duration.ZERO);
    }

    public boolean isUsed() {
        return !this.time.isZero();
    }
}
