package io.gpulse.api;

import io.gpulse.web.CommandLineAccess;
import org.springframework.web.server.ServerWebExchange;

/** Shows as much as whoever asks may see. */
final class Discretion {

    private final CommandLineAccess access;

    Discretion(CommandLineAccess access) {
        this.access = access;
    }

    View of(View view, ServerWebExchange exchange) {
        return view.withCommands(this.access.isGranted(exchange));
    }

    /** Everything that whoever asks may see. */
    View full(ServerWebExchange exchange) {
        return of(View.FULL, exchange);
    }
}
