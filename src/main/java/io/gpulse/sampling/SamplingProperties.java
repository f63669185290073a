package io.gpulse.sampling;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The interval between snapshots. It checks its bounds itself, since the library behind the validation annotations
 * would be loaded at each start.
 *
 * @param every time from the start of one round to the start of the next, 100ms to 60s
 */
@ConfigurationProperties("gpulse.sampling")
record SamplingProperties(@DefaultValue("1s") Duration every) implements Validator {

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    @Override
    public boolean supports(Class<?> type) {
        return type == SamplingProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        Duration bound = ((SamplingProperties) target).every;
        if (bound.compareTo(SHORTEST) < 0 || bound.compareTo(LONGEST) > 0) {
            errors.rejectValue("every", "range", "a duration from 100ms to 60s");
        }
    }
}
