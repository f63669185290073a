package io.gpulse.event.text;

import io.gpulse.event.EventAttribute;
import io.gpulse.event.EventGpu;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.Remedy;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parts of sentences that many events share. */
final class EventPhrases {

    private static final long MINUTE = 60;
    private static final long HOUR = 3600;
    private static final long DAY = 86_400;

    private EventPhrases() {}

    static boolean several(GpuEvent event) {
        return event.gpu() == null && event.facts().containsKey(EventAttribute.GPUS);
    }

    /** Which GPUs it is about. */
    static LocalizedText gpus(GpuEvent event) {
        EventGpu gpu = event.gpu();
        String several = event.facts().get(EventAttribute.GPUS);
        if (gpu != null) {
            return new LocalizedText("GPU " + gpu.index(), "GPU " + gpu.index());
        }
        if (several == null) {
            return new LocalizedText("A GPU", "某个 GPU");
        }
        return gpus(several);
    }

    /** @param indexes such as {@code 0-3,6} */
    static LocalizedText gpus(String indexes) {
        boolean isOne = indexes.chars().allMatch(Character::isDigit);
        String written = indexes.replace('-', '–').replace(",", ", ");
        return new LocalizedText((isOne ? "GPU " : "GPUs ") + written, "GPU " + written);
    }

    /** A remedy that the GPU of an event has parts for. */
    static Remedy remedy(GpuEvent event, Remedy remedy) {
        return remedy.with(event.facts().containsKey(EventAttribute.SOLDERED));
    }

    /** That the machine runs on battery; null when it does not. */
    static @Nullable LocalizedText battery(GpuEvent event) {
        return event.facts().containsKey(EventAttribute.ON_BATTERY)
                ? new LocalizedText("The machine runs on battery.", "机器正在使用电池。")
                : null;
    }

    /** The GPU and what is the matter with it. */
    static EventText about(GpuEvent event, String en, String zh) {
        LocalizedText gpus = gpus(event);
        return EventText.of(gpus.en() + ": " + en, gpus.zh() + "：" + zh);
    }

    /** Who it is; null when that is not known. */
    static @Nullable LocalizedText process(GpuEvent event) {
        String pid = event.facts().get(EventAttribute.PID);
        if (pid == null) {
            return null;
        }
        String name = event.facts().get(EventAttribute.PROCESS);
        String user = event.facts().get(EventAttribute.USER);
        String en = user == null ? "pid " + pid : "pid " + pid + ", " + user;
        String zh = user == null ? "pid " + pid : "pid " + pid + "，" + user;
        return name == null
                ? new LocalizedText("a process (" + en + ")", "某个进程（" + zh + "）")
                : new LocalizedText(name + " (" + en + ")", name + "（" + zh + "）");
    }

    /** A time in one or two units; null when it is not known. */
    static @Nullable LocalizedText time(GpuEvent event) {
        String told = event.facts().get(EventAttribute.SECONDS);
        if (told != null) {
            return time(Long.parseLong(told));
        }
        return event.until() == null
                ? null
                : time(Duration.between(event.at(), event.until()).toSeconds());
    }

    static LocalizedText time(long seconds) {
        if (seconds < 2 * MINUTE) {
            return new LocalizedText(seconds + " s", seconds + " 秒");
        }
        if (seconds < 2 * HOUR) {
            return new LocalizedText(seconds / MINUTE + " min", seconds / MINUTE + " 分钟");
        }
        if (seconds < 2 * DAY) {
            long minutes = seconds % HOUR / MINUTE;
            return minutes == 0
                    ? new LocalizedText(seconds / HOUR + " h", seconds / HOUR + " 小时")
                    : new LocalizedText(
                            seconds / HOUR + " h " + minutes + " min", seconds / HOUR + " 小时 " + minutes + " 分钟");
        }
        long hours = seconds % DAY / HOUR;
        return new LocalizedText(seconds / DAY + " d " + hours + " h", seconds / DAY + " 天 " + hours + " 小时");
    }

    /** The driver's own words, or gpulse's, which are not translated; null when there are none. */
    static @Nullable LocalizedText reason(GpuEvent event) {
        String reason = event.facts().get(EventAttribute.REASON);
        return reason == null || reason.isBlank() ? null : new LocalizedText(reason, reason);
    }

    /** As a sentence begins. */
    static String capitalized(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** Names of programs are written as they are. */
    static String capitalizedUnlessNamed(GpuEvent event, String text) {
        return event.facts().containsKey(EventAttribute.PROCESS) ? text : capitalized(text);
    }

    /** One of them: {@code recovery} of {@code recoveries}. */
    static String singular(String plural) {
        return plural.endsWith("ies")
                ? plural.substring(0, plural.length() - 3) + "y"
                : plural.substring(0, plural.length() - 1);
    }

    static boolean isPlural(String count) {
        return !count.equals("1");
    }
}
