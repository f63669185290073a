package io.gpulse.web;

import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/** The page for browsers at an unknown path. */
@FunctionalInterface
public interface NotFoundPage {

    /** Returns the page; empty for a client that does not accept one. */
    Optional<String> html(ServerWebExchange exchange);
}
