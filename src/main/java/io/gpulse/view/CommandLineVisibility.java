package io.gpulse.view;

import io.gpulse.web.CallerAccess;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** Restricts views to the command lines that a client may see. */
public final class CommandLineVisibility {

    private final CallerAccess access;

    public CommandLineVisibility(CallerAccess access) {
        this.access = access;
    }

    /** Restricts a view. A response with command lines is not compressed, since its length could reveal them. */
    public View of(View view, ServerWebExchange exchange) {
        boolean shown = this.access.readsCommandLines(exchange);
        if (shown) {
            exchange.getResponse().getHeaders().set(HttpHeaders.CONTENT_ENCODING, "identity");
        }
        return view.withCommands(shown);
    }

    /** Returns the full view, restricted for the client. */
    public View full(ServerWebExchange exchange) {
        return of(View.FULL, exchange);
    }
}
