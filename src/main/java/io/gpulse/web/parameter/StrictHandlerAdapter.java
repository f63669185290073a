package io.gpulse.web.parameter;

import io.gpulse.metric.Spelling;
import io.gpulse.web.EventLoopAdapter;
import io.gpulse.web.ProblemException;
import io.swagger.v3.oas.annotations.Parameters;
import java.util.List;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Rejects unknown parameters before the operation is called, which would ignore a misspelt one. Operations of libraries
 * check their own parameters.
 */
final class StrictHandlerAdapter extends EventLoopAdapter {

    private static final String OURS = "io.gpulse.";

    private final QueryParameters parameters;

    StrictHandlerAdapter(QueryParameters parameters) {
        this.parameters = parameters;
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        return Mono.defer(() -> {
            if (handler instanceof HandlerMethod operation && isChecked(operation)) {
                rejectUnknown(operation, exchange);
            }
            return super.handle(exchange, handler);
        });
    }

    /** Returns false for an operation that declares its parameters by annotations, such as nvidia-smi's switches. */
    private static boolean isChecked(HandlerMethod operation) {
        return operation.getBeanType().getName().startsWith(OURS) && !operation.hasMethodAnnotation(Parameters.class);
    }

    private void rejectUnknown(HandlerMethod operation, ServerWebExchange exchange) {
        List<String> known =
                this.parameters.of(operation).map(QueryParameter::name).toList();
        exchange.getRequest().getQueryParams().keySet().stream()
                .filter((name) -> !known.contains(name))
                .findFirst()
                .ifPresent((unknown) -> {
                    throw unknown(QueryParameter.start(unknown), known);
                });
    }

    private static ProblemException unknown(String sent, List<String> known) {
        String expected = known.isEmpty()
                ? "This path has no parameters"
                : "The nearest is '" + Spelling.nearest(sent, known) + "'; this path has " + String.join(", ", known);
        return ProblemException.badRequest("There is no parameter '" + sent + "'. " + expected + ".");
    }
}
