package io.gpulse.web;

import java.util.Set;
import org.springframework.web.server.ServerWebExchange;

/** Paths that need no authentication, because they hold no readings: pages and their files. */
public interface PublicPages {

    /** Returns patterns of paths. */
    Set<String> patterns();

    /** Returns whether a browser requests the dashboard at the path of the text table. */
    boolean isFrontDoor(ServerWebExchange exchange);
}
