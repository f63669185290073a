package io.gpulse.web;

import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/** The page that a browser is shown at an address where nothing is. */
@FunctionalInterface
public interface NotFoundPage {

    /** Empty for whoever does not ask for a page. */
    Optional<String> html(ServerWebExchange exchange);
}
