package io.gpulse.api;

import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.stereotype.Component;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import org.springframework.web.server.ServerWebExchange;

/** A misspelt parameter is refused before the operation begins: it would be left out of account otherwise. */
@Component
final class OperationMapping implements WebFluxRegistrations {

    @Override
    public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        return new StrictMapping();
    }

    /** Operations of others, as those that serve the contract, know themselves what they take. */
    private static final class StrictMapping extends RequestMappingHandlerMapping {

        private static final String OURS = "io.gpulse.";

        private final KnownParameters parameters = new KnownParameters();

        @Override
        protected void handleMatch(RequestMappingInfo info, HandlerMethod operation, ServerWebExchange exchange) {
            super.handleMatch(info, operation, exchange);
            if (operation.getBeanType().getName().startsWith(OURS)) {
                this.parameters.check(operation, exchange.getRequest().getQueryParams());
            }
        }
    }
}
