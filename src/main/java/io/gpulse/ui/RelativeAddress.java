package io.gpulse.ui;

import org.springframework.http.server.RequestPath;

/** Addresses of the application as a browser resolves them from the address of its request. */
final class RelativeAddress {

    private RelativeAddress() {}

    /** Returns the address of the application's root, which ends with a slash: {@code ./}, {@code ../}, and so on. */
    static String ofRoot(RequestPath path) {
        String within = path.pathWithinApplication().value();
        if (within.isEmpty()) {
            String root = path.contextPath().value();
            return "./" + root.substring(root.lastIndexOf('/') + 1) + (root.isEmpty() ? "" : "/");
        }
        int depth = (int) within.chars().filter((each) -> each == '/').count() - 1;
        return depth == 0 ? "./" : "../".repeat(depth);
    }
}
