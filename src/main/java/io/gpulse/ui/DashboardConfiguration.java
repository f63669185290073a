package io.gpulse.ui;

import static org.springframework.web.reactive.function.server.RequestPredicates.path;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import io.gpulse.web.NotFoundPage;
import io.gpulse.web.PublicPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.RequestPath;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.reactive.config.ResourceHandlerRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.resource.EncodedResourceResolver;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Routes to the dashboard's page and files. */
@Configuration(proxyBeanMethods = false)
class DashboardConfiguration implements WebFluxConfigurer {

    private static final String FRONT_DOOR = "/";
    private static final Set<String> DATA = Set.of("/api/", "/v3/", "/actuator/", "/assets/");
    private static final String ASSETS = "/assets/**";
    private static final String PAGE = "/index.html";
    private static final HttpMethod[] READING = {HttpMethod.GET, HttpMethod.HEAD};
    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    @Bean
    Dashboard dashboardPage(ResourceLoader resources) {
        return Dashboard.from(
                resources.getResource("classpath:/static/index.html"),
                resources.getResource("classpath:/static/routes.json"));
    }

    @Bean
    RouterFunction<ServerResponse> dashboard(Dashboard dashboard) {
        RequestPredicate page = path(PAGE);
        for (String dashboardRoute : dashboard.routes()) {
            if (!FRONT_DOOR.equals(dashboardRoute)) {
                page = page.or(path(dashboardRoute));
            }
        }
        RequestPredicate frontDoor =
                (request) -> requestsDashboard(request.exchange().getRequest());
        return route(page.or(frontDoor), (request) -> answer(dashboard, request));
    }

    @Bean
    RelativeRedirects relativeRedirects() {
        return new RelativeRedirects();
    }

    /**
     * Returns the dashboard for an unknown address, which it reports itself. Empty for requests that do not accept a
     * page, and below the API, which answers with a problem.
     */
    @Bean
    NotFoundPage notFoundPage(Dashboard dashboard) {
        return (exchange) -> {
            RequestPath path = exchange.getRequest().getPath();
            String within = path.pathWithinApplication().value();
            boolean data = DATA.stream().anyMatch(within::startsWith);
            return dashboard.isBuilt() && !data && wantsPage(exchange.getRequest())
                    ? Optional.of(dashboard.at(path))
                    : Optional.empty();
        };
    }

    private static boolean wantsPage(ServerHttpRequest request) {
        List<MediaType> accepted = request.getHeaders().getAccept();
        return Set.of(READING).contains(request.getMethod())
                && accepted.stream()
                        .anyMatch(
                                (each) -> each.getQualityValue() > 0 && MediaType.TEXT_HTML.equalsTypeAndSubtype(each))
                && accepted.stream().noneMatch((each) -> each.getSubtype().endsWith("json"));
    }

    @Bean
    PublicPages publicPages(Dashboard dashboard, ResourceLoader resources) {
        Set<String> patterns = new LinkedHashSet<>(dashboard.routes());
        patterns.remove(FRONT_DOOR);
        patterns.add(PAGE);
        patterns.add(ASSETS);
        patterns.addAll(rootFiles(resources));
        return new DashboardPages(Set.copyOf(patterns));
    }

    /** Returns the paths of the files next to the page; empty where gpulse was built without the dashboard. */
    private static List<String> rootFiles(ResourceLoader resources) {
        if (!resources.getResource("classpath:/static/index.html").exists()) {
            return List.of();
        }
        try {
            return Stream.of(new PathMatchingResourcePatternResolver(resources).getResources("classpath:/static/*.*"))
                    .map((file) -> "/" + file.getFilename())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The files of the dashboard. */
    private record DashboardPages(Set<String> patterns) implements PublicPages {

        @Override
        public boolean isFrontDoor(ServerWebExchange exchange) {
            return requestsDashboard(exchange.getRequest());
        }
    }

    /** Serves files whose names change with their content, in the compressed form of the build where there is one. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler(ASSETS)
                .addResourceLocations("classpath:/static/assets/")
                .setCacheControl(
                        CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable())
                .resourceChain(true)
                .addResolver(new EncodedResourceResolver());
    }

    // RequestPredicates.accept matches curl's */* too.
    private static boolean requestsDashboard(ServerHttpRequest request) {
        return Set.of(READING).contains(request.getMethod())
                && request.getPath().pathWithinApplication().value().equals(FRONT_DOOR)
                && request.getHeaders().getAccept().stream().anyMatch(MediaType.TEXT_HTML::equalsTypeAndSubtype);
    }

    private static Mono<ServerResponse> answer(Dashboard dashboard, ServerRequest request) {
        if (!Set.of(READING).contains(request.method())) {
            return Mono.error(new MethodNotAllowedException(request.method(), Set.of(READING)));
        }
        ServerResponse.BodyBuilder answer =
                ServerResponse.ok().cacheControl(CacheControl.noCache()).varyBy(HttpHeaders.ACCEPT);
        if (!dashboard.isBuilt()) {
            return answer.contentType(TEXT).bodyValue(Dashboard.NOT_BUILT);
        }
        return answer.contentType(HTML).bodyValue(dashboard.at(request.requestPath()));
    }
}
