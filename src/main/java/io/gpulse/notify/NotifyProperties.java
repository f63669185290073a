package io.gpulse.notify;

import io.gpulse.event.Severity;
import io.gpulse.event.message.Language;
import io.gpulse.insight.rule.InsightRules;
import io.gpulse.metric.Spelling;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.bind.Name;

/**
 * Receivers of messages.
 *
 * @param publicUrl the address at which users open gpulse, for the links in messages
 * @param receivers receivers of messages: {@code NAME.url} or {@code NAME.url-file} (required), {@code .format},
 *     {@code .template}, {@code .when}, {@code .severity}, {@code .rules}, {@code .free-gpus}, {@code .free-for},
 *     {@code .user}, {@code .users}, {@code .language}
 */
@ConfigurationProperties("gpulse")
record NotifyProperties(
        @Nullable String publicUrl,
        @Name("notify") @DefaultValue Map<String, Receiver> receivers) {

    private static final String HERE = "gpulse.notify.";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,40}");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(10);

    NotifyProperties {
        publicUrl = publicUrl == null ? "" : publicUrl.strip().replaceFirst("/+$", "");
        URI open = uri(publicUrl);
        require(publicUrl.isEmpty() || open != null, "gpulse.public-url is not an http or https address");
        publicUrl = open == null ? "" : open.toASCIIString();
        receivers.forEach((name, receiver) -> {
            require(NAME.matcher(name).matches(), HERE + "NAME has up to 40 of A-Z, a-z, 0-9, _ and -");
            receiver.check(HERE + name);
        });
        receivers = Map.copyOf(receivers);
    }

    private static void require(boolean right, String otherwise) {
        if (!right) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** Returns an address of a web server; null for any other text, which the exception of a parser would repeat. */
    private static @Nullable URI uri(String text) {
        try {
            URI uri = new URI(text);
            boolean web = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            return web && uri.getHost() != null ? uri : null;
        } catch (URISyntaxException unreadable) {
            return null;
        }
    }

    /**
     * A receiver of messages.
     *
     * @param url its address, which is a secret
     * @param urlFile the file that contains only the address
     * @param format the form of a message
     * @param template the body of a message, in place of a format
     * @param when the occasions of messages
     * @param severity the lowest severity of an alert
     * @param rules ids of the rules of alerts; none for all
     * @param freeGpus the number of free GPUs
     * @param freeFor the time for which they have been free
     * @param user the user of ended processes; null for all
     * @param users whether messages name users
     * @param language the language of messages
     */
    record Receiver(
            @Nullable String url,
            @Nullable Path urlFile,
            @DefaultValue("json") MessageFormat format,
            @Nullable String template,
            @DefaultValue({"alert", "resolved"}) Set<Occasion> when,
            @DefaultValue("warning") Severity severity,
            @DefaultValue Set<String> rules,
            @DefaultValue("1") int freeGpus,
            @DefaultValue("5m") Duration freeFor,
            @Nullable String user,
            @DefaultValue("false") boolean users,
            @DefaultValue("en") Language language) {

        private void check(String name) {
            require((this.url == null) != (this.urlFile == null), name + " needs one of url and url-file");
            String property = name + (this.url == null ? ".url-file" : ".url");
            require(uri(read(property)) != null, property + " has no http or https address");
            require(this.freeGpus >= 1, name + ".free-gpus must be at least 1");
            require(
                    this.freeFor.compareTo(SHORTEST) >= 0 && this.freeFor.compareTo(LONGEST) <= 0,
                    name + ".free-for must be 1s to 10m");
            this.rules.forEach((rule) -> require(
                    InsightRules.ids().contains(rule),
                    name + ".rules has the unknown rule " + rule + "; the nearest is "
                            + Spelling.nearest(rule, InsightRules.ids())));
            if (this.template != null) {
                MessageTemplate.check(this.template, name + ".template");
            }
        }

        /** Returns the address. The name of its file is omitted from errors: it may be the address itself. */
        private String read(String property) {
            try {
                return this.urlFile == null
                        ? String.valueOf(this.url).strip()
                        : Files.readString(this.urlFile).strip();
            } catch (IOException | UncheckedIOException unreadable) {
                throw new IllegalArgumentException(property + " names a file that cannot be read ("
                        + unreadable.getClass().getSimpleName() + ")");
            }
        }

        /** @throws IllegalArgumentException when it cannot be read now; its message has no part of the address */
        URI address() {
            URI address = uri(read("url-file"));
            require(address != null, "url-file has no http or https address");
            return Objects.requireNonNull(address);
        }

        /** Omits the address and the template, which may have a secret. */
        @Override
        public String toString() {
            return "Receiver" + this.when;
        }
    }
}
