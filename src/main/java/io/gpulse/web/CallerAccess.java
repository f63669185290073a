package io.gpulse.web;

import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/** Decides what a client may read or change beyond reading this machine. */
public interface CallerAccess {

    /** Returns whether it may read the command lines of processes, which can contain secrets. */
    boolean readsCommandLines(ServerWebExchange exchange);

    /** Returns whether it may read the users and the sentences of other machines. */
    boolean readsFleet(ServerWebExchange exchange);

    /** Returns the name of its credentials; empty for a caller without credentials. */
    Optional<String> name(ServerWebExchange exchange);

    /** Returns whether it may change stored data, such as marks. */
    boolean writes(ServerWebExchange exchange);
}
