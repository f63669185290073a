package io.gpulse.web;

import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.reactive.result.ExtendedWebExchangeDataBinder;

/** Parameters stand in the query and have the names of a record's components, and nothing else is tried on them. */
@ControllerAdvice
final class ParameterBinding {

    @InitBinder
    void restrict(WebDataBinder binder) {
        // Otherwise sort[0]=1 and sort.x=1 are looked for inside the record, and fail there.
        binder.setDeclarativeBinding(true);
        if (binder instanceof ExtendedWebExchangeDataBinder extended) {
            // Otherwise a proxy that says User: mchen would choose processes.
            extended.setHeaderPredicate((header) -> false);
        }
    }
}
