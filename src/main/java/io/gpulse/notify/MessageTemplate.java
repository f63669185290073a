package io.gpulse.notify;

import io.gpulse.event.Severity;
import io.gpulse.metric.Spelling;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A configured body with placeholders, as {@code {title}}. Values are escaped where the body is JSON. */
final class MessageTemplate {

    private static final Pattern JSON_BEGINS = Pattern.compile("\\s*(\\{\\s*[\"}]|\\[)");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z]+)}");
    private static final JsonMapper JSON = JsonMapper.shared();

    private MessageTemplate() {}

    /** @throws IllegalArgumentException for an unknown placeholder, and for JSON that is not valid */
    static void check(String template, String property) {
        Notification sample = new Notification(null, "", Severity.INFO, "", "", List.of(), "", "", "", "", 0);
        Set<String> known = sample.parts().keySet();
        PLACEHOLDER.matcher(template).results().map((found) -> found.group(1)).forEach((name) -> {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(property + " has the unknown placeholder {" + name
                        + "}; the nearest is {" + Spelling.nearest(name, known) + "}");
            }
        });
        try {
            if (isJson(template)) {
                JSON.readTree(fill(template, sample).text());
            }
        } catch (JacksonException invalid) {
            throw new IllegalArgumentException(property + " begins like JSON but is not valid JSON");
        }
    }

    static MessageFormat.Body fill(String template, Notification message) {
        boolean json = isJson(template);
        String text = PLACEHOLDER.matcher(template).replaceAll((found) -> {
            Object value = message.parts().getOrDefault(found.group(1), "");
            String plain = value instanceof List<?> list
                    ? list.stream().map(Object::toString).collect(Collectors.joining(", "))
                    : value.toString();
            String quoted = JSON.writeValueAsString(plain);
            return Matcher.quoteReplacement(json ? quoted.substring(1, quoted.length() - 1) : plain);
        });
        return json ? MessageFormat.Body.json(text) : MessageFormat.Body.plain(text);
    }

    private static boolean isJson(String template) {
        return JSON_BEGINS.matcher(template).lookingAt();
    }
}
