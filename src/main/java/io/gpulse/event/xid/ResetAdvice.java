package io.gpulse.event.xid;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.util.regex.Pattern;

/** Completes advice to reset a GPU: the driver refuses a reset while a process keeps the GPU open, and gpulse does. */
public final class ResetAdvice {

    private static final Pattern RESET = Pattern.compile("\\breset\\b", Pattern.CASE_INSENSITIVE);

    private ResetAdvice() {}

    /** Appends the step that stops gpulse to advice about a reset. */
    public static LocalizedText complete(LocalizedText advice) {
        return RESET.matcher(advice.en()).find() && !advice.en().contains("gpulse")
                ? advice.thenSentence(Messages.text("stop-before-reset"))
                : advice;
    }
}
