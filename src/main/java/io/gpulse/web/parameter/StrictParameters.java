package io.gpulse.web.parameter;

import org.springframework.boot.webflux.autoconfigure.WebFluxRegistrations;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Rejects unknown parameters before the operation is called, which would ignore a misspelt one. */
final class StrictParameters implements WebFluxRegistrations {

    private final ParameterCheck check;

    StrictParameters(QueryParameters parameters) {
        this.check = new ParameterCheck(parameters);
    }

    @Override
    public RequestMappingHandlerAdapter getRequestMappingHandlerAdapter() {
        return new StrictAdapter(this.check);
    }

    /** Checks the operations of gpulse; those of libraries check their own parameters. */
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
