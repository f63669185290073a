package io.gpulse.ui;

import static org.springframework.web.reactive.function.server.RequestPredicates.methods;
import static org.springframework.web.reactive.function.server.RequestPredicates.path;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.config.ResourceHandlerRegistry;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.function.server.RequestPredicate;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.resource.EncodedResourceResolver;
import org.springframework.web.server.MethodNotAllowedException;
import reactor.core.publisher.Mono;

/** Routes to the dashboard's page and files. */
@Configuration(proxyBeanMethods = false)
class DashboardConfiguration implements WebFluxConfigurer {

    private static final HttpMethod[] READING = Dashboard.READING.toArray(HttpMethod[]::new);
    private static final MediaType HTML = new MediaType(MediaType.TEXT_HTML, StandardCharsets.UTF_8);
    private static final MediaType TEXT = new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8);

    @Bean
    RouterFunction<ServerResponse> dashboardRoutes(Dashboard dashboard) {
        RequestPredicate page = (request) -> dashboard.isFrontDoor(request.exchange());
        for (String pattern : dashboard.pages()) {
            page = page.or(path(pattern));
        }
        RouterFunction<ServerResponse> routes = route(page, (request) -> answer(dashboard, request));
        for (Map.Entry<String, String> old : dashboard.redirects().entrySet()) {
            routes = routes.andRoute(
                    methods(READING).and(path(old.getKey())), (request) -> redirect(old.getValue(), request));
        }
        return routes;
    }

    /** Leads from an address of an earlier version, which links, frames and saved layouts have; the query is kept. */
    private static Mono<ServerResponse> redirect(String to, ServerRequest request) {
        URI location = URI.create(request.requestPath().contextPath().value() + to + query(request));
        return ServerResponse.status(HttpStatus.FOUND).location(location).build();
    }

    /** A page of an earlier version was a list; a frame names its panel. */
    private static String query(ServerRequest request) {
        String query = request.uri().getRawQuery();
        if (request.queryParam("embed").isPresent()) {
            return "?" + query + (request.queryParam("panel").isPresent() ? "" : "&panel=list");
        }
        return query == null ? "?list=1" : "?" + query + "&list=1";
    }

    /** Serves files whose names change with their content, in the compressed form of the build where there is one. */
    @Override
    public void addResourceHandlers(ResourceHandlerRegistry registry) {
        registry.addResourceHandler(Dashboard.ASSETS)
                .addResourceLocations(Dashboard.FILES + "assets/")
                .setCacheControl(
                        CacheControl.maxAge(Duration.ofDays(365)).cachePublic().immutable())
                .resourceChain(true)
                .addResolver(new EncodedResourceResolver());
    }

    private static Mono<ServerResponse> answer(Dashboard dashboard, ServerRequest request) {
        if (!Dashboard.READING.contains(request.method())) {
            return Mono.error(new MethodNotAllowedException(request.method(), Dashboard.READING));
        }
        ServerResponse.BodyBuilder answer =
                ServerResponse.ok().cacheControl(CacheControl.noCache()).varyBy(HttpHeaders.ACCEPT);
        if (!dashboard.isBuilt()) {
            return answer.contentType(TEXT).bodyValue(Dashboard.NOT_BUILT);
        }
        return answer.contentType(HTML).bodyValue(dashboard.at(request.requestPath()));
    }
}
