package io.gpulse.ui;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.core.io.Resource;
import org.springframework.web.util.HtmlUtils;

/** The page that every route of the dashboard answers with. */
final class Dashboard {

    /** The routes that the front end knows, beside the front door. */
    static final List<String> ROUTES = List.of(
            "/GPU-Utilization",
            "/GPU-Memory",
            "/GPU-Resources",
            "/PCIe-Throughput",
            "/NVLink-Throughput",
            "/NVLink-Timeline",
            "/Machine-Resources",
            "/Processes",
            "/gpus/{index}");

    static final String NOT_BUILT = "This gpulse was built without its dashboard (-DskipUi). The same numbers are at"
            + " /api/v1/snapshot as JSON, at /api/v1/stream as they come, and here as a table for curl.\n";

    private static final Pattern BASE = Pattern.compile("<base href=\"/\"\\s*/?>");

    private final String html;

    private Dashboard(String html) {
        this.html = html;
    }

    static Dashboard from(Resource page) {
        try {
            return new Dashboard(page.exists() ? page.getContentAsString(StandardCharsets.UTF_8) : "");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    boolean isBuilt() {
        return !this.html.isEmpty();
    }

    /** All addresses in the page are relative to its base, so that it works behind any prefix. */
    String at(String contextPath) {
        String base = "<base href=\"" + HtmlUtils.htmlEscape(contextPath) + "/\">";
        return BASE.matcher(this.html).replaceFirst(Matcher.quoteReplacement(base));
    }
}
