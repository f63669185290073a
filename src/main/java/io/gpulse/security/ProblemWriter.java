package io.gpulse.security;

import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Writes a rejection as a problem (RFC 9457), in the form of all errors of gpulse. */
@Component
final class ProblemWriter {

    private final JsonMapper json;

    ProblemWriter(JsonMapper json) {
        this.json = json;
    }

    Mono<Void> refuse(ServerWebExchange exchange, HttpStatus status, String detail) {
        return write(exchange, ProblemDetail.forStatusAndDetail(status, detail));
    }

    Mono<Void> write(ServerWebExchange exchange, ProblemDetail problem) {
        // Not as a URI, which a path such as // is not.
        problem.setProperty("instance", exchange.getRequest().getPath().value());
        ServerHttpResponse response = exchange.getResponse();
        response.setRawStatusCode(problem.getStatus());
        response.getHeaders().setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        response.getHeaders().setCacheControl(CacheControl.noStore());
        DataBuffer body = response.bufferFactory().wrap(this.json.writeValueAsBytes(problem));
        return response.writeWith(Mono.just(body));
    }
}
