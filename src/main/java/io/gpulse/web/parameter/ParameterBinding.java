package io.gpulse.web.parameter;

import java.beans.PropertyEditorSupport;
import java.util.Optional;
import org.springframework.core.ResolvableType;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.reactive.result.ExtendedWebExchangeDataBinder;

/** Binds query parameters to the components of a record by name, and to nothing else. */
@ControllerAdvice
final class ParameterBinding {

    private final ParameterTypes types;

    ParameterBinding(ParameterTypes types) {
        this.types = types;
    }

    @InitBinder
    void restrict(WebDataBinder binder) {
        // Otherwise sort[0]=1 and sort.x=1 are bound inside the record, and fail there.
        binder.setDeclarativeBinding(true);
        if (binder instanceof ExtendedWebExchangeDataBinder extended) {
            // Otherwise a proxy's header User: mchen would select processes.
            extended.setHeaderPredicate((header) -> false);
        }
        Optional.ofNullable(binder.getTargetType())
                .map(ResolvableType::toClass)
                .filter(Class::isRecord)
                .ifPresent((query) -> this.types
                        .in(query)
                        .forEach((type) -> binder.registerCustomEditor(type.type(), new Editor(type))));
    }

    /** Not a conversion service: where that fails, the binder falls back to editors that accept 0x50 and "on". */
    private static final class Editor extends PropertyEditorSupport {

        private final ParameterType<?> type;

        Editor(ParameterType<?> type) {
            this.type = type;
        }

        @Override
        public void setAsText(String text) {
            setValue(this.type.convert(text));
        }
    }
}
