package io.gpulse.notify;

import io.gpulse.event.Severity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.json.JsonMapper;

/** The forms of a message, each with the escapes of its receiver: names of processes and users can be anything. */
@SuppressWarnings("ImmutableEnumChecker") // the writers are functions without a state
enum MessageFormat {
    /** All parts by name. */
    JSON((message) -> Body.json(write(message.parts()))),

    /** An incoming webhook of Slack. */
    SLACK((message) -> {
        String link = message.link().isEmpty() ? "" : "\n<" + message.link() + ">";
        return Body.json(write(Map.of("text", "*" + slack(message.title()) + "*\n" + slack(message.body()) + link)));
    }),

    /** A topic of ntfy. */
    NTFY(MessageFormat::ntfy),

    /** An incoming webhook of Mattermost. */
    MATTERMOST((message) -> {
        String link = message.link().isEmpty() ? "" : "\n" + message.link();
        return Body.json(
                write(Map.of("text", "**" + markdown(message.title()) + "**\n" + markdown(message.body()) + link)));
    }),

    /** A workflow of Teams, which posts a card. */
    TEAMS((message) -> Body.json(write(card(message))));

    private static final int LONGEST_TITLE = 250;

    private final Function<Notification, Body> writer;

    MessageFormat(Function<Notification, Body> writer) {
        this.writer = writer;
    }

    /**
     * The body of a request.
     *
     * @param headers further headers
     */
    record Body(String type, String text, Map<String, String> headers) {

        static Body json(String text) {
            return new Body("application/json", text, Map.of());
        }

        static Body plain(String text) {
            return new Body("text/plain; charset=utf-8", text, Map.of());
        }
    }

    Body body(Notification message) {
        return this.writer.apply(message);
    }

    private static String write(Object value) {
        return JsonMapper.shared().writeValueAsString(value);
    }

    private static String slack(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Escapes Markdown. A space without width follows each @, so that a name is no mention. */
    private static String markdown(String text) {
        return text.replaceAll("[\\\\`*_{}\\[\\]()#+!|~<>-]", "\\\\$0").replace("@", "@\u200b");
    }

    private static Body ntfy(Notification message) {
        boolean ends = message.kind() != Occasion.ALERT;
        Severity severity = message.severity();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Title", header(message.title()));
        headers.put("Priority", ends || severity == Severity.INFO ? "3" : severity == Severity.CRITICAL ? "5" : "4");
        headers.put("Tags", ends ? "white_check_mark" : severity == Severity.CRITICAL ? "rotating_light" : "warning");
        if (!message.link().isEmpty()) {
            headers.put("Click", message.link());
        }
        return new Body("text/plain; charset=utf-8", message.body(), headers);
    }

    /** Returns the value of a header: one line of ASCII, other characters as in RFC 2047. */
    private static String header(String text) {
        String line = text.substring(0, Math.min(LONGEST_TITLE, text.length()))
                .replaceAll("\\p{Cntrl}+", " ")
                .strip();
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return bytes.length == line.length() && !line.contains("=?")
                ? line
                : "=?UTF-8?B?" + Base64.getEncoder().encodeToString(bytes) + "?=";
    }

    /** Runs of text, unlike blocks of text, are no Markdown. */
    private static Map<String, Object> card(Notification message) {
        List<Object> body = new ArrayList<>(List.of(run(message.title(), "Bolder")));
        message.body().lines().forEach((line) -> body.add(run(line, "Default")));
        Map<String, Object> card = new LinkedHashMap<>();
        card.put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json");
        card.put("type", "AdaptiveCard");
        card.put("version", "1.4");
        card.put("body", body);
        if (!message.link().isEmpty()) {
            card.put("actions", List.of(Map.of("type", "Action.OpenUrl", "title", "gpulse", "url", message.link())));
        }
        String type = "application/vnd.microsoft.card.adaptive";
        return Map.of("type", "message", "attachments", List.of(Map.of("contentType", type, "content", card)));
    }

    private static Object run(String text, String weight) {
        return Map.of(
                "type", "RichTextBlock", "inlines", List.of(Map.of("type", "TextRun", "text", text, "weight", weight)));
    }
}
