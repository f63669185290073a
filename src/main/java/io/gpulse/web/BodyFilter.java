package io.gpulse.web;

import java.util.Set;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.codec.multipart.Part;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Rejects compressed bodies, and ignores the body of a GET or HEAD request. Otherwise WebFlux would look for parameters
 * in a body of a form type, which fails when it is malformed, and never ends when it is truncated.
 */
final class BodyFilter implements WebFilter {

    private static final Set<HttpMethod> WITHOUT_BODY = Set.of(HttpMethod.GET, HttpMethod.HEAD);

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        boolean withoutBody = WITHOUT_BODY.contains(exchange.getRequest().getMethod());
        return chain.filter(withoutBody ? new Unread(exchange) : coded(exchange));
    }

    /** Rejects a compressed body: a small one could become very large. */
    private static ServerWebExchange coded(ServerWebExchange exchange) {
        String coding = String.join(",", exchange.getRequest().getHeaders().getOrEmpty(HttpHeaders.CONTENT_ENCODING));
        return coding.isEmpty() || coding.equalsIgnoreCase("identity") ? exchange : new Coded(exchange, coding);
    }

    private static final class Coded extends ServerWebExchangeDecorator {

        private final ProblemException problem;

        Coded(ServerWebExchange exchange, String coding) {
            super(exchange);
            this.problem = ProblemException.unsupportedMediaType(
                    "The body has the Content-Encoding '" + coding + "'; send it uncompressed.");
        }

        @Override
        public ServerHttpRequest getRequest() {
            return new ServerHttpRequestDecorator(super.getRequest()) {
                @Override
                public Flux<DataBuffer> getBody() {
                    return Flux.error(Coded.this.problem);
                }
            };
        }

        @Override
        public Mono<MultiValueMap<String, String>> getFormData() {
            return Mono.error(this.problem);
        }

        @Override
        public Mono<MultiValueMap<String, Part>> getMultipartData() {
            return Mono.error(this.problem);
        }
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
