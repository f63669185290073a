package io.gpulse.web;

import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.web.reactive.DispatchExceptionHandler;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** An adapter that moves a result of another thread to the event loop of its connection before it is encoded. */
final class EventLoopHandlerAdapter implements HandlerAdapter, Ordered {

    private final RequestMappingHandlerAdapter methods;

    EventLoopHandlerAdapter(RequestMappingHandlerAdapter methods) {
        this.methods = methods;
    }

    /** Precedes the adapter to which it delegates. */
    @Override
    public int getOrder() {
        return HIGHEST_PRECEDENCE;
    }

    @Override
    public boolean supports(Object handler) {
        return this.methods.supports(handler);
    }

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        return EventLoops.onEventLoop(this.methods.handle(exchange, handler)).map(EventLoopHandlerAdapter::onEventLoop);
    }

    private static HandlerResult onEventLoop(HandlerResult result) {
        if (!(result.getReturnValue() instanceof Mono<?> later)) {
            return result;
        }
        HandlerResult onEventLoop = new HandlerResult(
                result.getHandler(),
                EventLoops.onEventLoop(later),
                (MethodParameter) result.getReturnTypeSource(),
                result.getBindingContext());
        DispatchExceptionHandler exceptions = result.getExceptionHandler();
        return exceptions == null ? onEventLoop : onEventLoop.setExceptionHandler(exceptions);
    }
}
