package io.gpulse.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.core.io.Resource;
import org.springframework.http.server.RequestPath;
import org.springframework.web.util.HtmlUtils;

/** The page of the dashboard, which is the same for all its routes, and the patterns of these routes. */
final class Dashboard {

    static final String NOT_BUILT = "This gpulse was built without its dashboard (-DskipUi). The same numbers are at"
            + " /api/v1/snapshot as JSON, at /api/v1/stream as they come, and here as a table for curl.\n";

    private static final Pattern BASE = Pattern.compile("<base href=\"/\"\\s*/?>");

    private final String html;
    private final List<String> routes;

    private Dashboard(String html, List<String> routes) {
        this.html = html;
        this.routes = routes;
    }

    /** Reads the page and the file of routes, both written by the build of the front end. */
    static Dashboard from(Resource page, Resource routes) {
        return new Dashboard(textOf(page, ""), listed(textOf(routes, "[]")));
    }

    private static List<String> listed(String json) {
        return JsonParserFactory.getJsonParser().parseList(json).stream()
                .map(String::valueOf)
                .toList();
    }

    private static String textOf(Resource resource, String otherwise) {
        try {
            return resource.exists() ? resource.getContentAsString(StandardCharsets.UTF_8) : otherwise;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the patterns of the pages' addresses, including {@code /}; empty where the dashboard was not built. */
    List<String> routes() {
        return this.routes;
    }

    boolean isBuilt() {
        return !this.html.isEmpty();
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
