package io.gpulse.web;

import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.http.codec.multipart.Part;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Leaves the body of a question unread. Otherwise parameters would be looked for in what calls itself a form, and that
 * fails when it is malformed, and never ends when it is cut short.
 */
final class BodyFilter implements WebFilter {

    private static final Set<HttpMethod> QUESTIONS = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        boolean question = QUESTIONS.contains(exchange.getRequest().getMethod());
        return chain.filter(question ? new Unread(exchange) : exchange);
    }

    private static final class Unread extends ServerWebExchangeDecorator {

        Unread(ServerWebExchange exchange) {
            super(exchange);
        }

        @Override
        public Mono<MultiValueMap<String, String>> getFormData() {
            return Mono.just(new LinkedMultiValueMap<>());
        }

        @Override
        public Mono<MultiValueMap<String, Part>> getMultipartData() {
            return Mono.just(new LinkedMultiValueMap<>());
        }
    }
}
