package io.gpulse.event.message;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.MessageSource;
import org.springframework.context.support.ResourceBundleMessageSource;

/**
 * The texts of events and insights by key. They are no {@code MessageFormat}: apostrophes stay as they are, and
 * placeholders have names (see {@link LocalizedText}).
 */
public final class Messages {

    private static final MessageSource SOURCE = source();
    private static final Map<String, LocalizedText> TEXTS = new ConcurrentHashMap<>();

    private Messages() {}

    private static MessageSource source() {
        ResourceBundleMessageSource source = new ResourceBundleMessageSource();
        source.setBundleClassLoader(Messages.class.getClassLoader());
        source.setBasename("io/gpulse/event/message/messages");
        source.setDefaultEncoding(StandardCharsets.UTF_8.name());
        source.setFallbackToSystemLocale(false);
        return source;
    }

    /**
     * Returns a text with its placeholders.
     *
     * @throws org.springframework.context.NoSuchMessageException for an unknown key
     */
    public static LocalizedText text(String key) {
        return TEXTS.computeIfAbsent(
                key,
                (unread) -> new LocalizedText(
                        SOURCE.getMessage(unread, null, Locale.ENGLISH),
                        SOURCE.getMessage(unread, null, Locale.SIMPLIFIED_CHINESE)));
    }

    /** Returns the text of a key; that of another key if there is none. */
    public static LocalizedText textOr(String key, String otherwise) {
        return text(SOURCE.getMessage(key, null, null, Locale.ENGLISH) == null ? otherwise : key);
    }

    /** Returns a text with the values in the place of its placeholders. */
    public static LocalizedText text(String key, Map<String, ?> values) {
        return text(key).with(values);
    }

    /** Returns the text of a constant: {@code Remedy.RESET_OR_REBOOT} has the key {@code remedy.reset-or-reboot}. */
    public static LocalizedText text(Enum<?> constant) {
        return text(key(constant.getDeclaringClass().getSimpleName(), constant.name()));
    }

    static String key(String type, String constant) {
        String words = type.replaceAll("(?<=[a-z])(?=[A-Z])", "-") + "." + constant.replace('_', '-');
        return words.toLowerCase(Locale.ROOT);
    }
}
