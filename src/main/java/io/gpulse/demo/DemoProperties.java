package io.gpulse.demo;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.Errors;
import org.springframework.validation.Validator;

/**
 * The demo.
 *
 * @param gpus number of simulated GPUs, 1 to 16
 * @param past whether the history of the demo begins with 24 simulated hours
 * @param mig whether the demo has a ninth GPU, which is split into MIG instances
 */
@ConfigurationProperties("gpulse.demo")
public record DemoProperties(
        @DefaultValue("8") int gpus,
        @DefaultValue("true") boolean past,
        @DefaultValue("false") boolean mig) implements Validator {

    @Override
    public boolean supports(Class<?> type) {
        return type == DemoProperties.class;
    }

    @Override
    public void validate(Object target, Errors errors) {
        DemoProperties demo = (DemoProperties) target;
        if (demo.gpus < 1 || demo.gpus > Board.most()) {
            errors.rejectValue("gpus", "range", "a whole number from 1 to " + Board.most());
        } else if (demo.mig && demo.gpus != DemoNvml.USUAL) {
            errors.rejectValue("gpus", "range", DemoNvml.USUAL + " with gpulse.demo.mig");
        }
    }
}
