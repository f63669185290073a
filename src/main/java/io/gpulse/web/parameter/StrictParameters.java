package io.gpulse.web.parameter;

import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** A misspelt parameter is refused before the operation begins: it would be left out of account otherwise. */
final class StrictParameters implements WebFluxRegistrations {

    private final ParameterCheck check;

    StrictParameters(QueryParameters parameters) {
        this.check = new ParameterCheck(parameters);
    }

    @Override
    public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
        return new StrictAdapter(this.check);
    }

    /** Operations of others, as those that serve the contract, know themselves what they take. */
    private static final class StrictAdapter extends RequestMappingHandlerAdapter {

        private static final String OURS = "io.gpulse.";

        private final ParameterCheck check;

        StrictAdapter(ParameterCheck check) {
            this.check = check;
        }

        @Override
        public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
            if (handler instanceof HandlerMethod operation
                    && operation.getBeanType().getName().startsWith(OURS)) {
                return Mono.fromRunnable(() -> this.check.check(
                                operation, exchange.getRequest().getQueryParams()))
                        .then(Mono.defer(() -> super.handle(exchange, handler)));
            }
            return super.handle(exchange, handler);
        }
    }
}
