package io.gpulse.web;

import org.springframework.web.server.ServerWebExchange;

/** Decides whether a client may read the command lines of processes, which can contain secrets. */
@FunctionalInterface
public interface CommandLineAccess {

    boolean isGranted(ServerWebExchange exchange);
}
