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

/** The page at which a browser signs in: without a script, in the dashboard's two languages. */
final class LoginPage {

    private static final String WORDS = "login.words";
    private static final List<Locale> LANGUAGES = List.of(Locale.ENGLISH, Locale.CHINESE);
    private static final ResourceBundle.Control AS_ASKED =
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES);

    private final boolean tokens;
    private final boolean users;

    LoginPage(SecurityProperties properties) {
        this.tokens = !properties.tokens().isEmpty();
        this.users = !properties.users().isEmpty();
    }

    /** What went wrong the time before; the names are those of the words for it. */
    enum Remark {
        NONE,
        WRONG,
        MANY
    }

    /**
     * Asks for a user and a password, or for a token.
     *
     * @param next the page to go on to, relative to this one
     */
    String asking(Remark remark, String next, List<Locale.LanguageRange> languages) {
        if (!this.tokens && !this.users) {
            return page(languages, Map.of("open", true));
        }
        ResourceBundle words = words(languages);
        String secret = this.users && this.tokens ? "either" : this.users ? "password" : "token";
        Map<String, Object> asked = new HashMap<>(
                Map.of("asking", true, "next", next, "users", this.users, "secret", words.getString(secret)));
        asked.put("tokens", this.tokens);
        if (remark != Remark.NONE) {
            asked.put("remark", words.getString(remark.name().toLowerCase(Locale.ROOT)));
        }
        return page(languages, asked);
    }

    /** Tells who is signed in, and lets them sign out. */
    String signedIn(String user, List<Locale.LanguageRange> languages) {
        return page(languages, Map.of("user", user));
    }

    private String page(List<Locale.LanguageRange> languages, Map<String, Object> content) {
        ResourceBundle words = words(languages);
        Map<String, Object> all = new HashMap<>(Map.of("asking", false, "open", false, "remark", false, "user", false));
        words.keySet().forEach((key) -> all.put("say-" + key, words.getString(key)));
        all.putAll(content);
        return Compiled.TEMPLATE.execute(all);
    }

    private static ResourceBundle words(List<Locale.LanguageRange> languages) {
        Locale best = Locale.lookup(languages, LANGUAGES);
        return ResourceBundle.getBundle(WORDS, best == null ? Locale.ENGLISH : best, AS_ASKED);
    }

    /** When it is first shown: most who run gpulse never sign in. */
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
