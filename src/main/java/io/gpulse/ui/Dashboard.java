package io.gpulse.ui;

import io.gpulse.web.NotFoundPage;
import io.gpulse.web.PublicPages;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.RequestPath;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.util.HtmlUtils;

/** The page of the dashboard, which is the same for all its routes, and the patterns of its addresses. */
@Component
final class Dashboard implements PublicPages, NotFoundPage {

    static final String NOT_BUILT = "This gpulse was built without its dashboard (-DskipUi). The same numbers are at"
            + " /api/v1/snapshot as JSON, at /api/v1/stream as they come, and here as a table for curl.\n";

    static final Set<HttpMethod> READING = Set.of(HttpMethod.GET, HttpMethod.HEAD);
    static final String FILES = "classpath:/static/";
    static final String ASSETS = "/assets/**";

    private static final String PAGE = "index.html";
    private static final String FRONT_DOOR = "/";
    private static final Set<String> DATA = Set.of("/api/", "/v3/", "/actuator/", "/assets/");
    private static final Pattern BASE = Pattern.compile("<base href=\"/\"\\s*/?>");

    private final String html;
    private final Set<String> pages;
    private final Set<String> patterns;
    private final Map<String, String> redirects;

    /** Reads the page and the files of routes and redirects, all written by the build of the front end. */
    Dashboard(ResourceLoader resources) {
        this.html = textOf(resources.getResource(FILES + PAGE), "");
        this.pages = new HashSet<>(routes(textOf(resources.getResource(FILES + "routes.json"), "[]")));
        this.pages.remove(FRONT_DOOR);
        this.pages.add(FRONT_DOOR + PAGE);
        this.redirects = redirects(textOf(resources.getResource(FILES + "redirects.json"), "{}"));
        this.patterns = new HashSet<>(this.pages);
        this.patterns.addAll(this.redirects.keySet());
        this.patterns.add(ASSETS);
        if (isBuilt()) {
            this.patterns.addAll(rootFiles(resources));
        }
    }

    private static List<String> routes(String json) {
        return JsonParserFactory.getJsonParser().parseList(json).stream()
                .map(String::valueOf)
                .toList();
    }

    private static Map<String, String> redirects(String json) {
        Map<String, String> all = new HashMap<>();
        JsonParserFactory.getJsonParser().parseMap(json).forEach((old, now) -> all.put(old, String.valueOf(now)));
        return Map.copyOf(all);
    }

    private static String textOf(Resource resource, String otherwise) {
        try {
            return resource.exists() ? resource.getContentAsString(StandardCharsets.UTF_8) : otherwise;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the paths of the files next to the page. */
    private static List<String> rootFiles(ResourceLoader resources) {
        try {
            return Stream.of(new PathMatchingResourcePatternResolver(resources).getResources(FILES + "*.*"))
                    .map((file) -> "/" + file.getFilename())
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the patterns of the pages' addresses without {@code /}. */
    Set<String> pages() {
        return this.pages;
    }

    /** Returns the addresses of earlier versions, with those that replace them. */
    Map<String, String> redirects() {
        return this.redirects;
    }

    @Override
    public Set<String> patterns() {
        return this.patterns;
    }

    boolean isBuilt() {
        return !this.html.isEmpty();
    }

    // RequestPredicates.accept matches curl's */* too.
    @Override
    public boolean isFrontDoor(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        return READING.contains(request.getMethod())
                && request.getPath().pathWithinApplication().value().equals(FRONT_DOOR)
                && request.getHeaders().getAccept().stream().anyMatch(MediaType.TEXT_HTML::equalsTypeAndSubtype);
    }

    /**
     * Returns the dashboard for an unknown address, which it reports itself. Empty for requests that do not accept a
     * page, and below the API, which answers with a problem.
     */
    @Override
    public Optional<String> html(ServerWebExchange exchange) {
        RequestPath path = exchange.getRequest().getPath();
        boolean data = DATA.stream().anyMatch(path.pathWithinApplication().value()::startsWith);
        return isBuilt() && !data && acceptsPage(exchange.getRequest()) ? Optional.of(at(path)) : Optional.empty();
    }

    private static boolean acceptsPage(ServerHttpRequest request) {
        List<MediaType> accepted = request.getHeaders().getAccept();
        return READING.contains(request.getMethod())
                && accepted.stream()
                        .anyMatch(
                                (each) -> each.getQualityValue() > 0 && MediaType.TEXT_HTML.equalsTypeAndSubtype(each))
                && accepted.stream().noneMatch((each) -> each.getSubtype().endsWith("json"));
    }

    /**
     * Returns the page for an address. Its addresses are relative to its base, and the base is relative to its own
     * address, so that it works below any prefix, also one that a proxy strips without a header.
     */
    String at(RequestPath path) {
        String base = "<base href=\"" + HtmlUtils.htmlEscape(RelativeAddress.ofRoot(path)) + "\">";
        return BASE.matcher(this.html).replaceFirst(Matcher.quoteReplacement(base));
    }
}
