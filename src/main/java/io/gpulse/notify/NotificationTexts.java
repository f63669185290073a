package io.gpulse.notify;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import io.gpulse.event.text.EventText;
import io.gpulse.insight.PublishedAlerts.PublishedAlert;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes the messages for one receiver.
 *
 * @param users whether they name users
 * @param base the public address of gpulse; empty for none
 */
record NotificationTexts(Language language, boolean users, String base, InstantSource clock) {

    private static final int MOST_LINES = 20;
    private static final int LONGEST = 3000;

    /** A message of this age shows when it was written: it waited for its receiver, or for gpulse. */
    private static final Duration LATE = Duration.ofMinutes(5);

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

    /** A message before it is translated. */
    private record Draft(
            @Nullable Occasion kind,
            String key,
            Severity severity,
            String rule,
            Collection<Integer> gpus,
            LocalizedText heading,
            LocalizedText sentence,
            LocalizedText advice) {}

    /** @param active whether it begins or changes; otherwise it ended */
    Notification alert(PublishedAlert alert, boolean active, LocalizedText host) {
        Collection<Integer> gpus = alert.gpus().values();
        Map<String, ?> values = Map.of("subject", subject(gpus, host), "brief", alert.brief());
        return of(
                new Draft(
                        active ? Occasion.ALERT : Occasion.RESOLVED,
                        alert.id(),
                        alert.severity(),
                        alert.rule(),
                        gpus,
                        text(active ? "notify.alert" : "notify.resolved", values),
                        this.users ? alert.sentence() : alert.anonymous(),
                        active ? alert.advice() : LocalizedText.NONE),
                host);
    }

    /** @param time for which they have been free */
    Notification free(List<Integer> gpus, Duration time, LocalizedText host) {
        LocalizedText free = text("notify.free").numbered(gpus.size() > 1);
        return of(
                new Draft(
                        Occasion.FREE,
                        "free",
                        Severity.INFO,
                        "",
                        gpus,
                        text("notify.free.title", Map.of("subject", subject(gpus, host))),
                        free.with(Map.of("gpus", gpus(gpus), "time", Quantities.duration((double) time.toSeconds()))),
                        LocalizedText.NONE),
                host);
    }

    /**
     * Returns the message about a process that ended, or about its job.
     *
     * @param last whether its job, if it has one, has no other process
     */
    Notification ended(GpuEvent event, boolean last, LocalizedText host) {
        Map<String, String> facts = event.facts();
        String program = facts.getOrDefault(EventAttribute.PROGRAM, facts.getOrDefault(EventAttribute.PROCESS, "?"));
        LocalizedText job = EventText.job(facts);
        Map<String, ?> parts = Map.of("program", program, "job", job);
        LocalizedText of = last ? job : text("notify.of-job", parts);
        List<Integer> gpus = event.gpus().stream().map(EventGpu::index).toList();
        Map<String, ?> values =
                Map.of("subject", subject(gpus, host), "work", job.isEmpty() ? LocalizedText.of(program) : of);
        return of(
                new Draft(
                        Occasion.ENDED,
                        job.isEmpty() ? facts.get(EventAttribute.USER) + " " + program : job.en(),
                        Severity.INFO,
                        "",
                        gpus,
                        text("notify.ended", values),
                        EventText.of(this.users ? event : event.without(EventAttribute.USER))
                                .title(),
                        LocalizedText.NONE),
                host);
    }

    Notification test(LocalizedText host) {
        LocalizedText sentence = text("notify.test");
        Draft draft = new Draft(null, "test", Severity.INFO, "", List.of(), host, sentence, LocalizedText.NONE);
        return of(draft, host);
    }

    /** Returns the message to send now in place of waiting ones, and of others that were dropped. */
    Notification sent(List<Notification> waiting, int dropped) {
        Notification message = waiting.size() == 1 && dropped == 0 ? waiting.get(0) : joined(waiting, dropped);
        Duration age = Duration.ofMillis(this.clock.millis() - message.at());
        if (age.compareTo(LATE) < 0) {
            return message;
        }
        Map<String, ?> values = Map.of(
                "time", TIME.format(Instant.ofEpochMilli(message.at())),
                "age", Quantities.duration((double) age.toSeconds()));
        String late = this.language.of(text("notify.late", values));
        return message.with(message.text() + '\n' + late);
    }

    private Notification joined(List<Notification> all, int dropped) {
        Notification first = all.get(0);
        boolean one = all.size() == 1
                || all.stream()
                        .allMatch((each) ->
                                each.kind() == Occasion.ENDED && each.key().equals(first.key()));
        int more = dropped + Math.max(0, all.size() - MOST_LINES);
        String lines = all.stream()
                .limit(MOST_LINES)
                .map(one ? Notification::body : Notification::title)
                .collect(Collectors.joining("\n"));
        List<Integer> gpus = sorted(all.stream().flatMap((each) -> each.gpus().stream()));
        LocalizedText rest = more == 0 ? LocalizedText.NONE : text("notify.more", Map.of("n", more));
        LocalizedText many = text("notify.many", Map.of("n", all.size() + dropped, "host", first.host()));
        return new Notification(
                all.stream().anyMatch((each) -> each.kind() == Occasion.ALERT) ? Occasion.ALERT : first.kind(),
                first.key(),
                all.stream().map(Notification::severity).reduce(first.severity(), Severity::max),
                all.stream().allMatch((each) -> each.rule().equals(first.rule())) ? first.rule() : "",
                first.host(),
                gpus,
                one ? renamed(all.get(all.size() - 1), gpus) : this.language.of(many),
                (lines + "\n" + this.language.of(rest)).strip(),
                "",
                all.size() == 1 || this.base.isEmpty() ? first.link() : this.base + "/",
                first.at());
    }

    /** Returns the title of a message, which begins with its GPUs, for other GPUs. */
    private String renamed(Notification message, List<Integer> gpus) {
        LocalizedText host = LocalizedText.of(message.host());
        String before = this.language.of(subject(message.gpus(), host));
        return this.language.of(subject(gpus, host)) + message.title().substring(before.length());
    }

    private Notification of(Draft draft, LocalizedText host) {
        List<Integer> gpus = sorted(draft.gpus().stream());
        String page = gpus.size() == 1 ? "/gpus/" + gpus.get(0) : "/";
        return new Notification(
                draft.kind(),
                draft.key(),
                draft.severity(),
                draft.rule(),
                this.language.of(host),
                gpus,
                written(draft.heading()),
                written(draft.sentence()),
                written(draft.advice()),
                this.base.isEmpty() ? "" : this.base + page,
                this.clock.millis());
    }

    private static List<Integer> sorted(Stream<Integer> gpus) {
        return gpus.distinct().sorted().toList();
    }

    private String written(LocalizedText text) {
        String written = this.language.of(text);
        return written.substring(0, Math.min(LONGEST, written.length()));
    }

    private static LocalizedText subject(Collection<Integer> gpus, LocalizedText host) {
        return gpus.isEmpty() ? host : text("notify.subject", Map.of("host", host, "gpus", gpus(gpus)));
    }

    private static LocalizedText gpus(Collection<Integer> indexes) {
        return EventText.gpus(new TreeSet<>(indexes));
    }
}
