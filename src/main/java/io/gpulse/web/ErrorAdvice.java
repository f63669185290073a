package io.gpulse.web;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.bind.support.WebExchangeBindException;
import org.springframework.web.reactive.resource.NoResourceFoundException;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import reactor.core.publisher.Mono;

/**
 * Every error is a problem (RFC 9457) that says what was wrong and what would be right; only a browser that looks for a
 * page where there is none is shown one.
 */
@RestControllerAdvice
class ErrorAdvice extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ErrorAdvice.class);
    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final NotFoundPage notFoundPage;
    private final ParameterErrorMessage parameterRefusal;

    /** @param notFoundPage the page for who asks for one at an address where nothing is; empty for all others */
    ErrorAdvice(NotFoundPage notFoundPage, ParameterErrorMessage parameterRefusal) {
        this.notFoundPage = notFoundPage;
        this.parameterRefusal = parameterRefusal;
    }

    @Override
    protected Mono<ResponseEntity<Object>> handleExceptionInternal(
            Exception failure,
            @Nullable Object body,
            @Nullable HttpHeaders headers,
            HttpStatusCode status,
            ServerWebExchange exchange) {
        Optional<String> page =
                failure instanceof NoResourceFoundException ? this.notFoundPage.html(exchange) : Optional.empty();
        if (page.isPresent()) {
            return Mono.just(page(status, page.get()));
        }
        HttpHeaders problem = new HttpHeaders();
        if (headers != null) {
            problem.putAll(headers);
        }
        // Also for whoever accepts only images: a problem is better than nothing.
        problem.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        problem.setCacheControl(CacheControl.noStore());
        Object said = body == null && failure instanceof ErrorResponse error ? error.getBody() : body;
        if (said instanceof ProblemDetail detail) {
            explain(failure, detail, exchange);
        }
        return super.handleExceptionInternal(failure, said, problem, status, exchange);
    }

    private static ResponseEntity<Object> page(HttpStatusCode status, String html) {
        return ResponseEntity.status(status)
                .contentType(HTML)
                .cacheControl(CacheControl.noStore())
                .varyBy(HttpHeaders.ACCEPT)
                .body(html);
    }

    private void explain(Exception failure, ProblemDetail problem, ServerWebExchange exchange) {
        String path = exchange.getRequest().getPath().value();
        if (failure instanceof WebExchangeBindException parameters) {
            problem.setDetail(this.parameterRefusal.explain(parameters, exchange));
        } else if (failure instanceof NoResourceFoundException) {
            problem.setDetail("There is nothing at " + path + "; /swagger-ui.html lists what there is.");
        } else if (failure instanceof MethodNotAllowedException method) {
            problem.setDetail(method.getHttpMethod() + " is not possible at " + path + "; " + possible(method));
        } else if (failure instanceof NotAcceptableStatusException accept) {
            problem.setDetail(path + " cannot be had as asked for by Accept; it comes as "
                    + alternatives(accept.getSupportedMediaTypes()));
        } else if (failure instanceof UnsupportedMediaTypeStatusException content) {
            problem.setDetail(path + " takes " + alternatives(content.getSupportedMediaTypes()));
        }
    }

    private static String alternatives(List<MediaType> types) {
        return types.stream().map(MediaType::toString).collect(Collectors.joining(" or ", "", "."));
    }

    private static String possible(MethodNotAllowedException method) {
        boolean written = method.getSupportedMethods().stream().anyMatch((each) -> !READING.contains(each));
        return written
                ? method.getSupportedMethods().stream()
                        .map(HttpMethod::name)
                        .sorted()
                        .collect(Collectors.joining(", ", "it takes ", "."))
                : "it is only read, by GET.";
    }

    @ExceptionHandler(Exception.class)
    Mono<ResponseEntity<Object>> unexpected(Exception failure, ServerWebExchange exchange) {
        if (ClientFaultFilter.isClientFault(failure) || exchange.getResponse().isCommitted()) {
            // Too late to say anything.
            return Mono.error(failure);
        }
        log.error(
                "{} {} failed",
                exchange.getRequest().getMethod(),
                exchange.getRequest().getPath(),
                failure);
        HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
        ProblemDetail problem = ProblemDetail.forStatusAndDetail(status, "gpulse failed to answer; its log says why.");
        return handleExceptionInternal(failure, problem, null, status, exchange);
    }
}
