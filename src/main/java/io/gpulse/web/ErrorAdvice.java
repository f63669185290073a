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
import org.springframework.web.reactive.resource.NoResourceFoundException;
import org.springframework.web.reactive.result.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.NotAcceptableStatusException;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.UnsupportedMediaTypeStatusException;
import reactor.core.publisher.Mono;

/**
 * Responds to every error with a problem (RFC 9457) that explains what is wrong and how to correct it. A browser that
 * requests an unknown page receives a page.
 */
@RestControllerAdvice
class ErrorAdvice extends ResponseEntityExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ErrorAdvice.class);
    private static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);
    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);

    private final NotFoundPage notFoundPage;

    /** @param notFoundPage the page for browsers at an unknown path */
    ErrorAdvice(NotFoundPage notFoundPage) {
        this.notFoundPage = notFoundPage;
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
        // Also for a client that accepts only images: it has no better response.
        problem.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        problem.setCacheControl(CacheControl.noStore());
        Object content = body == null && failure instanceof ErrorResponse error ? error.getBody() : body;
        if (content instanceof ProblemDetail detail) {
            explain(failure, detail, exchange);
        }
        return super.handleExceptionInternal(failure, content, problem, status, exchange);
    }

    private static ResponseEntity<Object> page(HttpStatusCode status, String html) {
        return ResponseEntity.status(status)
                .contentType(HTML)
                .cacheControl(CacheControl.noStore())
                .varyBy(HttpHeaders.ACCEPT)
                .body(html);
    }

    private static void explain(Exception failure, ProblemDetail problem, ServerWebExchange exchange) {
        String path = exchange.getRequest().getPath().value();
        if (failure instanceof NoResourceFoundException) {
            problem.setDetail("There is nothing at " + path + "; see /swagger-ui.html for all paths.");
        } else if (failure instanceof MethodNotAllowedException method) {
            problem.setDetail(method.getHttpMethod() + " is not supported at " + path + "; " + supported(method));
        } else if (failure instanceof NotAcceptableStatusException accept) {
            problem.setDetail(path + " is not available as a type in Accept; it is available as "
                    + alternatives(accept.getSupportedMediaTypes()));
        } else if (failure instanceof UnsupportedMediaTypeStatusException content) {
            problem.setDetail(path + " accepts " + alternatives(content.getSupportedMediaTypes()));
        }
    }

    private static String alternatives(List<MediaType> types) {
        return types.stream().map(MediaType::toString).collect(Collectors.joining(" or ", "", "."));
    }

    private static String supported(MethodNotAllowedException method) {
        boolean written = method.getSupportedMethods().stream().anyMatch((each) -> !READING.contains(each));
        return written
                ? method.getSupportedMethods().stream()
                        .map(HttpMethod::name)
                        .sorted()
                        .collect(Collectors.joining(", ", "it takes ", "."))
                : "use GET.";
    }

    @ExceptionHandler(Exception.class)
    Mono<ResponseEntity<Object>> unexpected(Exception failure, ServerWebExchange exchange) {
        if (ClientFaultFilter.isClientFault(failure) || exchange.getResponse().isCommitted()) {
            // It is too late for a response.
            return Mono.error(failure);
        }
        log.error(
                "{} {} failed",
                exchange.getRequest().getMethod(),
                exchange.getRequest().getPath(),
                failure);
        HttpStatus status = HttpStatus.INTERNAL_SERVER_ERROR;
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(status, "gpulse failed to process the request; see its log.");
        return handleExceptionInternal(failure, problem, null, status, exchange);
    }
}
