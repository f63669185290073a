package io.gpulse.view;

import io.gpulse.web.CommandLineAccess;
import org.springframework.web.server.ServerWebExchange;

/** Shows as much as whoever asks may see. */
public final class CommandLineVisibility {

    private final CommandLineAccess access;

    public CommandLineVisibility(CommandLineAccess access) {
        this.access = access;
    }

    public View of(View view, ServerWebExchange exchange) {
        return view.withCommands(this.access.isGranted(exchange));
    }

    /** Everything that whoever asks may see. */
    public View full(ServerWebExchange exchange) {
        return of(View.FULL, exchange);
    }
}
