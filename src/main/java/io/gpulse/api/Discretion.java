package io.gpulse.api;

import java.util.function.Predicate;
import org.springframework.web.server.ServerWebExchange;

/** Shows as much as whoever asks may see. */
final class Discretion {

    private final Predicate<ServerWebExchange> mayReadCommands;

    Discretion(Predicate<ServerWebExchange> mayReadCommands) {
        this.mayReadCommands = mayReadCommands;
    }

    View of(View view, ServerWebExchange exchange) {
        return view.withCommands(this.mayReadCommands.test(exchange));
    }

    /** Everything that whoever asks may see. */
    View full(ServerWebExchange exchange) {
        return of(View.FULL, exchange);
    }
}
