package io.gpulse.security;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.springframework.http.server.reactive.ServerHttpRequest;

/**
 * The language and the colours of the sign-in page: those chosen in the dashboard, which passes them as parameters,
 * otherwise those of the browser.
 *
 * @param theme {@code dark} or {@code light}; empty where the browser decides
 */
record LoginPresentation(List<Locale.LanguageRange> languages, String theme) {

    static final String DARK = "dark";
    static final String LIGHT = "light";

    private static final String LANG = "lang";
    private static final String THEME = "theme";
    private static final Pattern THEMES = Pattern.compile(DARK + "|" + LIGHT);
    private static final Pattern LANGUAGES = Pattern.compile("[a-z]{2}(-[A-Za-z]{2,4})?");

    static LoginPresentation of(ServerHttpRequest request) {
        return new LoginPresentation(languages(request), theme(request));
    }

    /** Returns the explicit choices as further parameters of an address; empty where there are none. */
    static String parameters(ServerHttpRequest request) {
        String language = language(request);
        String theme = theme(request);
        return (language.isEmpty() ? "" : "&" + LANG + "=" + language)
                + (theme.isEmpty() ? "" : "&" + THEME + "=" + theme);
    }

    private static String theme(ServerHttpRequest request) {
        return choice(request, THEME, THEMES);
    }

    private static String language(ServerHttpRequest request) {
        return choice(request, LANG, LANGUAGES);
    }

    private static String choice(ServerHttpRequest request, String name, Pattern known) {
        String sent = request.getQueryParams().getFirst(name);
        return sent != null && known.matcher(sent).matches() ? sent : "";
    }

    private static List<Locale.LanguageRange> languages(ServerHttpRequest request) {
        String chosen = language(request);
        return chosen.isEmpty() ? accepted(request) : Locale.LanguageRange.parse(chosen);
    }

    private static List<Locale.LanguageRange> accepted(ServerHttpRequest request) {
        try {
            return request.getHeaders().getAcceptLanguage();
        } catch (IllegalArgumentException malformed) {
            return List.of();
        }
    }
}
