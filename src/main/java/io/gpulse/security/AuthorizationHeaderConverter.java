package io.gpulse.security;

import io.gpulse.web.ClientAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.server.authentication.ServerAuthenticationConverter;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Reads the {@code Authorization} header. A password is ignored where gpulse has no users: a proxy that requires one
 * passes it on.
 */
final class AuthorizationHeaderConverter implements ServerAuthenticationConverter {

    private static final String BEARER = "bearer ";
    private static final String BASIC = "basic ";

    private final boolean tokens;
    private final boolean users;

    AuthorizationHeaderConverter(SecurityProperties properties) {
        this.tokens = !properties.tokens().isEmpty();
        this.users = !properties.users().isEmpty();
    }

    static boolean isBearer(HttpHeaders headers) {
        return startsWith(headers.getFirst(HttpHeaders.AUTHORIZATION), BEARER);
    }

    @Override
    public Mono<Authentication> convert(ServerWebExchange exchange) {
        String header = exchange.getRequest().getHeaders().getFirst(HttpHeaders.AUTHORIZATION);
        ClientAddress from = ClientAddress.of(exchange.getRequest());
        if (header != null && this.tokens && startsWith(header, BEARER)) {
            return Mono.just(UnverifiedCredentials.token(
                    header.substring(BEARER.length()).strip(), from));
        }
        if (header != null && this.users && startsWith(header, BASIC)) {
            return Mono.fromSupplier(
                    () -> basic(header.substring(BASIC.length()).strip(), from));
        }
        return Mono.empty();
    }

    private static Authentication basic(String encoded, ClientAddress from) {
        try {
            String[] pair = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8).split(":", 2);
            if (pair.length == 2) {
                return UnverifiedCredentials.password(pair[0], pair[1], from);
            }
        } catch (IllegalArgumentException malformed) {
            // Rejected below.
        }
        throw new BadCredentialsException("Authorization: Basic is not base64 of USER:PASSWORD.");
    }

    private static boolean startsWith(@Nullable String header, String scheme) {
        return header != null && header.toLowerCase(Locale.ROOT).startsWith(scheme);
    }
}
