package io.gpulse.web.gzip;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpHeaders;

/** The content codings that a client accepts (RFC 9110, 12.5.3). */
public final class AcceptEncoding {

    /** The part of a coding after its first semicolon. */
    private static final Pattern WEIGHT =
            Pattern.compile("\\s*q\\s*=\\s*(0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?)\\s*", Pattern.CASE_INSENSITIVE);

    private static final String GZIP = "gzip";

    private AcceptEncoding() {}

    /** Returns whether gzip is accepted with at least the weight of plain bytes; false without the header. */
    public static boolean prefersGzip(HttpHeaders request) {
        Map<String, Double> weights = weights(request.getOrEmpty(HttpHeaders.ACCEPT_ENCODING));
        Optional<Double> any = Optional.ofNullable(weights.get("*"));
        Optional<Double> plain =
                Optional.ofNullable(weights.get("identity")).or(() -> any.filter((weight) -> weight == 0));
        double gzip = Optional.ofNullable(weights.get(GZIP))
                .or(() -> Optional.ofNullable(weights.get("x-gzip")))
                .or(() -> any)
                // A client that rejects plain bytes and names no coding accepts any.
                .orElse(plain.filter((weight) -> weight == 0).isPresent() ? 1.0 : 0.0);
        return gzip > 0 && gzip >= plain.orElse(0.0);
    }

    private static Map<String, Double> weights(List<String> headers) {
        Map<String, Double> weights = new HashMap<>();
        for (String coding : String.join(",", headers).split(",")) {
            String[] parts = coding.split(";", 2);
            weights.put(parts[0].strip().toLowerCase(Locale.ROOT), parts.length == 1 ? 1.0 : weight(parts[1]));
        }
        return weights;
    }

    /** Returns the weight in a parameter; an invalid one counts as 0. */
    private static double weight(String parameter) {
        Matcher weight = WEIGHT.matcher(parameter);
        return weight.matches() ? Double.parseDouble(weight.group(1)) : 0;
    }
}
