package io.gpulse.web;

import java.util.Set;
import org.springframework.web.server.ServerWebExchange;

/** What everybody may load, because it holds no data of its own: the pages and the files that they consist of. */
public interface PublicPages {

    /** Patterns of paths. */
    Set<String> patterns();

    /** Whether a browser asks for the dashboard at the address that gives a table to terminals. */
    boolean isFrontDoor(ServerWebExchange exchange);
}
