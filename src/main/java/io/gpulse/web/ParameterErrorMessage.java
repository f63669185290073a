package io.gpulse.web;

import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.server.ServerWebExchange;

/** What is told to who sent a parameter with a value that it cannot have. */
@FunctionalInterface
public interface ParameterErrorMessage {

    /** Which parameter it is, what it must be, and what was sent. */
    String explain(WebExchangeBindException failure, ServerWebExchange exchange);
}
