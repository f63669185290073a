package io.gpulse.web;

import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.server.ServerWebExchange;

/** Explains parameters with invalid values. */
@FunctionalInterface
public interface ParameterErrorMessage {

    /** Returns the name of the parameter, the permitted values and the value that was sent. */
    String explain(WebExchangeBindException failure, ServerWebExchange exchange);
}
