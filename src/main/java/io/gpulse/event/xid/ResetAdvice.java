package io.gpulse.event.xid;

import java.util.regex.Pattern;

/** Completes advice to reset a GPU: the driver refuses a reset while a process keeps the GPU open, and gpulse does. */
public final class ResetAdvice {

    private static final Pattern RESET = Pattern.compile("\\breset\\b", Pattern.CASE_INSENSITIVE);

    private static final LocalizedText STOP_FIRST = new LocalizedText(
            "Stop gpulse before a reset, since it keeps the GPU open: systemctl stop gpulse, docker stop, or Ctrl+C.",
            "gpulse 会占用该 GPU，重置前请先停止它：systemctl stop gpulse、docker stop 或 Ctrl+C。");

    private ResetAdvice() {}

    /** The advice; with the step about gpulse when it is to reset something. */
    public static LocalizedText complete(LocalizedText advice) {
        return RESET.matcher(advice.en()).find() && !advice.en().contains("gpulse")
                ? new LocalizedText(advice.en() + " " + STOP_FIRST.en(), advice.zh() + STOP_FIRST.zh())
                : advice;
    }
}
