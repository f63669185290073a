package io.gpulse.web.parameter;

import io.gpulse.web.ParameterErrorMessage;
import java.util.List;
import org.springframework.util.MultiValueMap;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/** The message for a failed binding of parameters; of several wrong ones it names the first. */
final class BindingErrorMessage implements ParameterErrorMessage {

    private final QueryParameters parameters;

    BindingErrorMessage(QueryParameters parameters) {
        this.parameters = parameters;
    }

    @Override
    public String explain(WebExchangeBindException failure, ServerWebExchange exchange) {
        List<FieldError> wrong = failure.getFieldErrors();
        MultiValueMap<String, String> sent = exchange.getRequest().getQueryParams();
        return exchange.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE) instanceof HandlerMethod operation
                ? this.parameters.of(operation).stream()
                        .filter((known) -> wrong.stream().anyMatch((error) -> known.isNamed(error.getField())))
                        .findFirst()
                        .map((known) -> known.errorMessage(QueryParameter.joined(sent.get(known.name()))))
                        .orElseGet(failure::getMessage)
                : failure.getMessage();
    }
}
