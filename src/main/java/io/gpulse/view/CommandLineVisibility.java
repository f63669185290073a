package io.gpulse.view;

import io.gpulse.web.CommandLineAccess;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** Shows as much as whoever asks may see. */
public final class CommandLineVisibility {

    private final CommandLineAccess access;

    public CommandLineVisibility(CommandLineAccess access) {
        this.access = access;
    }

    /** A response with command lines is not compressed: by its length they could be guessed, letter by letter. */
    public View of(View view, ServerWebExchange exchange) {
        boolean shown = this.access.isGranted(exchange);
        if (shown) {
            exchange.getResponse().getHeaders().set(HttpHeaders.CONTENT_ENCODING, "identity");
        }
        return view.withCommands(shown);
    }

    /** Everything that whoever asks may see. */
    public View full(ServerWebExchange exchange) {
        return of(View.FULL, exchange);
    }
}
