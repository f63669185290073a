package io.gpulse.notify;

import io.gpulse.event.Severity;
import io.gpulse.metric.Spelling;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message, in the language of its receiver.
 *
 * @param kind null for a test
 * @param key equal for messages about one alert, one program or one job
 * @param rule the rule of an alert; otherwise empty
 * @param gpus indexes
 * @param text sentences
 * @param advice empty if there is none
 * @param link empty without a public address of gpulse
 * @param at in epoch ms
 */
record Notification(
        @Nullable Occasion kind,
        String key,
        Severity severity,
        String rule,
        String host,
        List<Integer> gpus,
        String title,
        String text,
        String advice,
        String link,
        long at) {

    /** Returns the same message with other sentences. */
    Notification with(String sentences) {
        return new Notification(
                this.kind,
                this.key,
                this.severity,
                this.rule,
                this.host,
                this.gpus,
                this.title,
                sentences,
                this.advice,
                this.link,
                this.at);
    }

    /** Returns the text and the advice, a line each. */
    String body() {
        return this.advice.isEmpty() ? this.text : this.text + "\n" + this.advice;
    }

    /** Returns its parts by name, as JSON and templates have them. */
    Map<String, Object> parts() {
        Map<String, Object> parts = new LinkedHashMap<>();
        parts.put("kind", this.kind == null ? "test" : Spelling.dashed(this.kind));
        parts.put("severity", this.severity.label());
        parts.put("rule", this.rule);
        parts.put("host", this.host);
        parts.put("gpus", this.gpus);
        parts.put("title", this.title);
        parts.put("text", this.text);
        parts.put("advice", this.advice);
        parts.put("link", this.link);
        parts.put("at", Instant.ofEpochMilli(this.at).toString());
        return parts;
    }
}
