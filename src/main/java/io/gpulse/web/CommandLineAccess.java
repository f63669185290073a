package io.gpulse.web;

import org.springframework.web.server.ServerWebExchange;

/** Whether a caller may read the command lines of processes, which can hold secrets. */
@FunctionalInterface
public interface CommandLineAccess {

    boolean isGranted(ServerWebExchange exchange);
}
