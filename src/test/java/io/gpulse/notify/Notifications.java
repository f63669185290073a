package io.gpulse.notify;

import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.insight.PublishedAlerts.PublishedAlert;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Messages and alerts of tests. */
final class Notifications {

    static final Instant AT = Instant.parse("2026-11-20T10:00:00Z");
    static final String HOSTILE = "a\"b\r\nX-Evil: 1 <!channel> @here [x](http://evil) *b* \u4e2d & \\ {title}";

    private Notifications() {}

    static Notification message(Severity severity, String title) {
        return message(Occasion.ALERT, severity, title);
    }

    static Notification message(Occasion kind, Severity severity, String title) {
        return new Notification(
                kind,
                title,
                severity,
                "xid",
                "host",
                List.of(3),
                title,
                "text",
                "advice",
                "https://g/gpus/3",
                AT.toEpochMilli());
    }

    static Notification hostile() {
        return new Notification(
                Occasion.ALERT,
                "key",
                Severity.CRITICAL,
                "xid",
                HOSTILE,
                List.of(0, 1),
                HOSTILE,
                HOSTILE,
                "",
                "https://g/",
                AT.toEpochMilli());
    }

    static PublishedAlert alert(String id, Severity severity, boolean active, int... gpus) {
        Map<String, Integer> indexes = new LinkedHashMap<>();
        for (int gpu : gpus) {
            indexes.put("GPU-" + gpu, gpu);
        }
        return new PublishedAlert(
                id,
                "gpu-lost",
                severity,
                AT,
                active,
                indexes,
                LocalizedText.of("Lost " + id),
                LocalizedText.of("It is lost, alice."),
                LocalizedText.of("It is lost."),
                LocalizedText.of("Reboot."));
    }

    static NotifyProperties.Receiver receiver(String url, Occasion... when) {
        return receiver(url, null, when);
    }

    static NotifyProperties.Receiver receiver(String url, @Nullable String user, Occasion... when) {
        return new NotifyProperties.Receiver(
                url,
                null,
                MessageFormat.JSON,
                null,
                Set.of(when),
                Severity.WARNING,
                Set.of(),
                2,
                Duration.ofMinutes(5),
                user,
                false,
                Language.EN);
    }
}
