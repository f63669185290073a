package io.gpulse.security;

import io.gpulse.web.PublicPages;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.autoconfigure.actuate.web.reactive.EndpointRequest;
import org.springframework.context.ApplicationContext;
import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.authorization.ReactiveAuthorizationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.web.server.authorization.AuthorizationContext;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;
import org.springframework.web.ErrorResponse;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.server.HandlerFunction;
import org.springframework.web.reactive.resource.ResourceWebHandler;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Lets those in who may. What an operation asks for depends on what would answer it, and not on how its address is
 * written; what nothing would answer is let through, to be told so. The pages themselves hold no data, and neither does
 * the contract: they are for everybody.
 */
final class Doorman implements ReactiveAuthorizationManager<AuthorizationContext> {

    private static final String CALLER = Doorman.class.getName() + ".caller";
    private static final Set<HttpMethod> SAFE = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final String CONTRACT = "org.springdoc.";
    private static final String METRICS = "/metrics";
    private static final Set<String> SIGN_IN = Set.of("/login", "/logout");

    private static final ServerWebExchangeMatcher HEALTH = EndpointRequest.to("health");
    private static final ServerWebExchangeMatcher SCRAPED = EndpointRequest.to("prometheus");

    private static final Set<Scope> NONE = Set.of();
    private static final Set<Scope> READ = Set.of(Scope.READ);
    private static final Set<Scope> WRITE = Set.of(Scope.WRITE);
    private static final Set<Scope> METRICS_ONLY = Set.of(Scope.READ, Scope.SCRAPE);

    private final PublicPages pages;

    /** @param pages whether the pattern of an address is that of a page, which holds no data */
    Doorman(PublicPages pages) {
        this.pages = pages;
    }

    /** Whether the caller of a request that was let in has a scope. */
    static boolean has(ServerWebExchange exchange, Scope scope) {
        Collection<String> scopes = exchange.getAttributeOrDefault(CALLER, Set.of());
        return scopes.contains(scope.spelled());
    }

    @Override
    public Mono<AuthorizationResult> authorize(Mono<Authentication> caller, AuthorizationContext context) {
        ServerWebExchange exchange = context.getExchange();
        return anyOf(exchange)
                .flatMap((scopes) -> scopes.isEmpty() ? Mono.just(true) : isOneOf(scopes, caller, exchange))
                .defaultIfEmpty(false)
                .map(AuthorizationDecision::new);
    }

    /** Whether everybody gets the same answer, whoever they are, or say that they are. */
    Mono<Boolean> isOpen(ServerWebExchange exchange) {
        return anyOf(exchange).map(Set::isEmpty);
    }

    private static Mono<Boolean> isOneOf(Set<Scope> scopes, Mono<Authentication> caller, ServerWebExchange exchange) {
        return caller.map(Doorman::scopesOf)
                .doOnNext((held) -> exchange.getAttributes().put(CALLER, held))
                .map((held) -> scopes.stream().map(Scope::spelled).anyMatch(held::contains));
    }

    private static Set<String> scopesOf(Authentication caller) {
        return caller.getAuthorities().stream()
                .map(GrantedAuthority::getAuthority)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Any of these scopes will do; none for what is open to everybody. */
    private Mono<Set<Scope>> anyOf(ServerWebExchange request) {
        Rehearsal exchange = new Rehearsal(request);
        return Flux.fromIterable(mappings(exchange))
                .concatMap((mapping) -> mapping.getHandler(exchange))
                .next()
                .flatMap((handler) -> anyOf(handler, exchange))
                // No such method, or no such form: that is what it will be answered.
                .onErrorResume(Doorman::isAnswer, (answer) -> Mono.just(NONE))
                .defaultIfEmpty(NONE);
    }

    private static List<HandlerMapping> mappings(ServerWebExchange exchange) {
        ApplicationContext context = exchange.getApplicationContext();
        if (context == null) {
            throw new IllegalStateException("A request that belongs to no application");
        }
        List<HandlerMapping> mappings = context.getBean(DispatcherHandler.class).getHandlerMappings();
        return mappings == null ? List.of() : mappings;
    }

    private static boolean isAnswer(Throwable failure) {
        return failure instanceof ErrorResponse;
    }

    private Mono<Set<Scope>> anyOf(Object handler, ServerWebExchange exchange) {
        if (handler instanceof ResourceWebHandler || (handler instanceof HandlerFunction && isPage(exchange))) {
            return Mono.just(NONE);
        }
        if (handler instanceof HandlerMethod method
                && method.getBeanType().getName().startsWith(CONTRACT)) {
            return Mono.just(NONE);
        }
        return matches(HEALTH, exchange).flatMap((health) -> health ? Mono.just(NONE) : guarded(exchange));
    }

    private boolean isPage(ServerWebExchange exchange) {
        String pattern = pattern(exchange);
        return SIGN_IN.contains(pattern) || this.pages.include(pattern);
    }

    private static String pattern(ServerWebExchange exchange) {
        Object pattern = exchange.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE);
        return String.valueOf(pattern);
    }

    private static Mono<Set<Scope>> guarded(ServerWebExchange exchange) {
        boolean metrics = pattern(exchange).equals(METRICS);
        if (!SAFE.contains(exchange.getRequest().getMethod())) {
            // Metrics can only be read, which is what they answer.
            return Mono.just(metrics ? NONE : WRITE);
        }
        return metrics
                ? Mono.just(METRICS_ONLY)
                : matches(SCRAPED, exchange).map((scraped) -> scraped ? METRICS_ONLY : READ);
    }

    /** The same request, for a look at who would answer it: what is noted on the way is not noted twice. */
    private static final class Rehearsal extends ServerWebExchangeDecorator {

        private final Map<String, Object> notes;

        Rehearsal(ServerWebExchange request) {
            super(request);
            this.notes = new ConcurrentHashMap<>(request.getAttributes());
        }

        @Override
        public Map<String, Object> getAttributes() {
            return this.notes;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> @Nullable T getAttribute(String name) {
            return (T) this.notes.get(name);
        }
    }

    private static Mono<Boolean> matches(ServerWebExchangeMatcher matcher, ServerWebExchange exchange) {
        return matcher.matches(exchange).map(ServerWebExchangeMatcher.MatchResult::isMatch);
    }
}
