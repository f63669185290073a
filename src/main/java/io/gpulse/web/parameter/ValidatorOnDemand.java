package io.gpulse.web.parameter;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.validation.Errors;
import org.springframework.validation.SmartValidator;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;

/**
 * Validates annotated bounds. The validator, with five hundred classes, is loaded for the first query with bounds, not
 * during the start.
 */
final class ValidatorOnDemand implements SmartValidator {

    private final Supplier<SmartValidator> validator = SingletonSupplier.of(ValidatorOnDemand::make);

    private static SmartValidator make() {
        LocalValidatorFactoryBean made = new LocalValidatorFactoryBean();
        made.afterPropertiesSet();
        return made;
    }

    @Override
    public boolean supports(Class<?> type) {
        return true;
    }

    @Override
    public void validate(Object target, Errors errors) {
        this.validator.get().validate(target, errors);
    }

    @Override
    public void validate(Object target, Errors errors, Object... hints) {
        this.validator.get().validate(target, errors, hints);
    }

    @Override
    public void validateValue(
            Class<?> type, @Nullable String field, @Nullable Object value, Errors errors, Object... hints) {
        this.validator.get().validateValue(type, field, value, errors, hints);
    }
}
