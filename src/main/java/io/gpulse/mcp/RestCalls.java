package io.gpulse.mcp;

import io.gpulse.web.ProblemException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferLimitException;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests to the REST API within the process, through all its filters, with the address and the credentials of a
 * caller: limits, privacy and scopes are those of REST.
 *
 * @param caller the request of the caller
 * @param isSimulated whether GPUs and processes are not those of this machine now
 */
record RestCalls(HttpHandler handler, ServerHttpRequest caller, boolean isSimulated) {

    private static final Set<String> OTHERS = Set.of(
            "Accept", "Accept-Encoding", "Content-Length", "Expect", "If-Modified-Since", "If-None-Match", "Range");

    /** The result fails with a {@link ProblemException} where REST rejects the request. */
    Mono<String> get(String path, Map<String, String> query) {
        return send(HttpMethod.GET, path, query, "");
    }

    Mono<String> post(String path, Map<String, String> fields) {
        return send(HttpMethod.POST, path, Map.of(), JsonMapper.shared().writeValueAsString(fields));
    }

    private Mono<String> send(HttpMethod method, String path, Map<String, String> query, String body) {
        UriComponentsBuilder uri = UriComponentsBuilder.fromPath(path);
        query.keySet().forEach((name) -> uri.queryParam(name, "{" + name + "}"));
        ServerHttpRequest request = this.caller
                .mutate()
                .method(method)
                .uri(this.caller
                        .getURI()
                        .resolve(this.caller.getPath().contextPath().value()
                                + uri.encode().buildAndExpand(query).toUriString()))
                .headers((headers) -> OTHERS.forEach(headers::remove))
                .build();
        Captured response = new Captured();
        return this.handler
                .handle(withBody(request, body), response)
                // The caller is authenticated for this request, not for that of the tool.
                .contextWrite((context) -> Context.empty())
                .then(Mono.fromSupplier(() -> answer(response)));
    }

    /** Returns the request with another body: that of the caller has been read. */
    private static ServerHttpRequest withBody(ServerHttpRequest request, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return new ServerHttpRequestDecorator(request) {
            @Override
            public Flux<DataBuffer> getBody() {
                return Flux.just(DefaultDataBufferFactory.sharedInstance.wrap(bytes));
            }
        };
    }

    private static String answer(Captured response) {
        String body = response.body;
        HttpStatusCode status = Objects.requireNonNull(response.getStatusCode());
        if (status.isError() || body.isEmpty()) {
            JsonNode problem = JsonMapper.shared().readTree(body.startsWith("{") ? body : "{}");
            throw ProblemException.badRequest(problem.path("detail")
                    .asString("There is no answer, or it is too large (HTTP " + status.value() + ")."));
        }
        return body;
    }

    /** The response to a request within the process. */
    private static final class Captured extends AbstractServerHttpResponse {

        /** That of 500 jobs on eight GPUs each; its tree takes a part of a heap of 128 MiB. */
        private static final int LARGEST = 4 << 20;

        /** Empty when there is none, and when it has more than 4 MiB. */
        private String body = "";

        Captured() {
            super(DefaultDataBufferFactory.sharedInstance);
            setStatusCode(HttpStatus.OK);
        }

        @Override
        protected Mono<Void> writeWithInternal(Publisher<? extends DataBuffer> parts) {
            return DataBufferUtils.join(Flux.from(parts), LARGEST)
                    .doOnNext((all) -> {
                        this.body = all.toString(StandardCharsets.UTF_8);
                        DataBufferUtils.release(all);
                    })
                    .onErrorComplete(DataBufferLimitException.class)
                    .then();
        }

        @Override
        protected Mono<Void> writeAndFlushWithInternal(Publisher<? extends Publisher<? extends DataBuffer>> parts) {
            return writeWithInternal(Flux.from(parts).concatMap((part) -> part));
        }

        @Override
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the signature is given
        public <T> T getNativeResponse() {
            return (T) this;
        }

        @Override
        protected void applyStatusCode() {}

        @Override
        protected void applyHeaders() {}

        @Override
        protected void applyCookies() {}
    }
}
