package io.gpulse.web;

import org.springframework.core.MethodParameter;
import org.springframework.web.reactive.DispatchExceptionHandler;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Calls operations. A result of another thread is moved to the event loop of its connection before it is encoded. */
public class EventLoopAdapter extends RequestMappingHandlerAdapter {

    @Override
    public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
        return EventLoops.onEventLoop(super.handle(exchange, handler)).map(EventLoopAdapter::onEventLoop);
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
