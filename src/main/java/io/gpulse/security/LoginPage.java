package io.gpulse.security;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.util.UriUtils;

/** The page at which a browser signs in: without a script, in the dashboard's two languages. */
final class LoginPage {

    private static final String WORDS = "login.words";
    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.CHINESE);
    private static final ResourceBundle.Control AS_ASKED =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private final boolean tokens;
    private final boolean users;
    private final String machine;

    /** @param machine the name of this machine; empty where it is unknown */
    LoginPage(SecurityProperties properties, String machine) {
        this.machine = machine;
        this.tokens = !properties.tokens().isEmpty();
        this.users = !properties.users().isEmpty();
    }

    /** The result of the previous request; the names are keys of the texts. */
    enum Remark {
        NONE,
        WRONG,
        MANY,
        ENDED,
        OUT;

        boolean isError() {
            return this == WRONG || this == MANY;
        }
    }

    /**
     * The parameters of the page.
     *
     * @param next the page to open afterwards, relative to this one
     * @param user the name of the previous request, which the form keeps; empty without one
     * @param seconds to wait before the next attempt; empty but for {@link Remark#MANY}
     */
    record Visit(Remark remark, String next, String user, String seconds, LoginPresentation presentation) {

        Visit(Remark remark, String next, LoginPresentation presentation) {
            this(remark, next, "", "", presentation);
        }
    }

    /** Returns the form for a user and a password, or for a token. */
    String form(Visit visit) {
        if (!this.tokens && !this.users) {
            return page(visit.presentation(), Map.of("open", true));
        }
        ResourceBundle words = words(visit.presentation().languages());
        String secret = this.users && this.tokens ? "either" : this.users ? "password" : "token";
        Map<String, Object> values = new HashMap<>(
                Map.of("form", true, "next", visit.next(), "users", this.users, "secret", words.getString(secret)));
        values.put("tokens", this.tokens);
        values.put("typed", this.users && !visit.user().isEmpty() ? visit.user() : false);
        values.put("continue", UriUtils.encode(visit.next(), StandardCharsets.UTF_8));
        if (visit.remark() != Remark.NONE) {
            values.put("remark", remark(visit, words));
            values.put("error", visit.remark().isError());
        }
        return page(visit.presentation(), values);
    }

    private String remark(Visit visit, ResourceBundle words) {
        String key = visit.remark().name().toLowerCase(Locale.ROOT);
        if (visit.remark() == Remark.WRONG && !(this.users && this.tokens)) {
            key = this.users ? "wrong-password" : "wrong-token";
        }
        return words.getString(key).replace("{}", visit.seconds());
    }

    /** Returns the page with the name of the user and a button to sign out. */
    String signedIn(String user, LoginPresentation presentation) {
        return page(presentation, Map.of("user", user));
    }

    private String page(LoginPresentation presentation, Map<String, Object> content) {
        ResourceBundle words = words(presentation.languages());
        Map<String, Object> all = new HashMap<>(Map.of("form", false, "open", false, "remark", false, "user", false));
        all.putAll(Map.of("error", false, "machine", this.machine, "known", !this.machine.isEmpty()));
        all.putAll(colours(presentation.theme()));
        words.keySet().forEach((key) -> all.put("text-" + key, words.getString(key)));
        all.putAll(content);
        return Compiled.TEMPLATE.execute(all);
    }

    private static Map<String, Object> colours(String theme) {
        boolean dark = theme.equals(LoginPresentation.DARK);
        boolean light = theme.equals(LoginPresentation.LIGHT);
        String parameter = theme.isEmpty() ? "" : "&amp;theme=" + theme;
        return Map.of("dark", dark, "light", light, "undecided", !dark && !light, "theme", parameter);
    }

    private static ResourceBundle words(List<Locale.LanguageRange> languages) {
        Locale best = Locale.lookup(languages, LANGUAGES);
        return ResourceBundle.getBundle(WORDS, best == null ? Locale.ENGLISH : best, AS_ASKED);
    }

    /** The template, compiled when it is first shown: most instances have no sign-in. */
    private static final class Compiled {
        static final Template TEMPLATE = Mustache.compiler().compile(read("login/login.html"));
    }

    private static String read(String name) {
        try {
            return new ClassPathResource(name).getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
