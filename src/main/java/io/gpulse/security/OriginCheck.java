package io.gpulse.security;

import io.gpulse.web.ProblemException;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * Rejects requests that the page of another site makes a browser send with its user's session (CSRF). A request with a
 * token in the header is exempt: a browser does not add it by itself.
 */
final class OriginCheck {

    private static final Set<HttpMethod> SAFE =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.TRACE);
    private static final Set<String> OWN_SITE = Set.of("same-origin", "none");

    private OriginCheck() {}

    /** @throws ProblemException for a request of another site */
    static void check(ServerHttpRequest request) {
        if (!SAFE.contains(request.getMethod())
                && !AuthorizationHeaderConverter.isBearer(request.getHeaders())
                && !isOwn(request)) {
            throw ProblemException.of(
                    HttpStatus.FORBIDDEN,
                    "The request comes from a page of another site; send it from a page of gpulse, or with a token.");
        }
    }

    private static boolean isOwn(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        String site = headers.getFirst("Sec-Fetch-Site");
        if (site != null) {
            return OWN_SITE.contains(site);
        }
        String origin = headers.getFirst(HttpHeaders.ORIGIN);
        return origin == null || isOwn(origin, request);
    }

    /** Compares with the host of the header: behind a proxy the host of the address can differ. */
    private static boolean isOwn(String origin, ServerHttpRequest request) {
        String authority = authority(origin);
        return authority != null
                && (authority.equalsIgnoreCase(request.getHeaders().getFirst(HttpHeaders.HOST))
                        || authority.equalsIgnoreCase(request.getURI().getAuthority()));
    }

    private static @Nullable String authority(String origin) {
        try {
            return URI.create(origin.toLowerCase(Locale.ROOT)).getAuthority();
        } catch (IllegalArgumentException malformed) {
            return null;
        }
    }
}
