package io.gpulse.security;

import io.gpulse.web.CallerAccess;
import java.util.Locale;
import java.util.Optional;
import org.springframework.web.server.ServerWebExchange;

/**
 * The access that the scopes of a caller give.
 *
 * @param commandLines who may read command lines: {@code all}, {@code authenticated}, or none
 */
record ScopedAccess(String commandLines) implements CallerAccess {

    @Override
    public boolean readsCommandLines(ServerWebExchange exchange) {
        return switch (this.commandLines.toLowerCase(Locale.ROOT)) {
            case "all" -> true;
            case "authenticated" -> CallerScopes.include(exchange, AccessScope.READ_COMMANDS);
            default -> false;
        };
    }

    @Override
    public boolean readsFleet(ServerWebExchange exchange) {
        return CallerScopes.include(exchange, AccessScope.READ_FLEET);
    }

    @Override
    public Optional<String> name(ServerWebExchange exchange) {
        return CallerScopes.name(exchange);
    }

    @Override
    public boolean writes(ServerWebExchange exchange) {
        return CallerScopes.include(exchange, AccessScope.WRITE);
    }
}
