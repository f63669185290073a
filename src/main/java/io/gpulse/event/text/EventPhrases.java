package io.gpulse.event.text;

import io.gpulse.event.EventGpu;
import io.gpulse.event.Fact;
import io.gpulse.event.GpuEvent;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.Words;
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
        return event.gpu() == null && event.facts().containsKey(Fact.GPUS);
    }

    /** Which GPUs it is about. */
    static Words gpus(GpuEvent event) {
        EventGpu gpu = event.gpu();
        String several = event.facts().get(Fact.GPUS);
        if (gpu != null) {
            return new Words("GPU " + gpu.index(), "GPU " + gpu.index());
        }
        if (several == null) {
            return new Words("A GPU", "某个 GPU");
        }
        return gpus(several);
    }

    /** @param indexes such as {@code 0-3,6} */
    static Words gpus(String indexes) {
        boolean isOne = indexes.chars().allMatch(Character::isDigit);
        String written = indexes.replace('-', '–').replace(",", ", ");
        return new Words((isOne ? "GPU " : "GPUs ") + written, "GPU " + written);
    }

    /** A remedy that the GPU of an event has parts for. */
    static Remedy remedy(GpuEvent event, Remedy remedy) {
        return remedy.with(event.facts().containsKey(Fact.SOLDERED));
    }

    /** That the machine runs on battery; null when it does not. */
    static @Nullable Words battery(GpuEvent event) {
        return event.facts().containsKey(Fact.ON_BATTERY)
                ? new Words("The machine runs on battery.", "机器正在使用电池。")
                : null;
    }

    /** The GPU and what is the matter with it. */
    static EventText about(GpuEvent event, String en, String zh) {
        Words gpus = gpus(event);
        return EventText.of(gpus.en() + ": " + en, gpus.zh() + "：" + zh);
    }

    /** Who it is; null when that is not known. */
    static @Nullable Words process(GpuEvent event) {
        String pid = event.facts().get(Fact.PID);
        if (pid == null) {
            return null;
        }
        String name = event.facts().get(Fact.PROCESS);
        String user = event.facts().get(Fact.USER);
        String en = user == null ? "pid " + pid : "pid " + pid + ", " + user;
        String zh = user == null ? "pid " + pid : "pid " + pid + "，" + user;
        return name == null
                ? new Words("a process (" + en + ")", "某个进程（" + zh + "）")
                : new Words(name + " (" + en + ")", name + "（" + zh + "）");
    }

    /** A time in one or two units; null when it is not known. */
    static @Nullable Words time(GpuEvent event) {
        String told = event.facts().get(Fact.SECONDS);
        if (told != null) {
            return time(Long.parseLong(told));
        }
        return event.until() == null
                ? null
                : time(Duration.between(event.at(), event.until()).toSeconds());
    }

    static Words time(long seconds) {
        if (seconds < 2 * MINUTE) {
            return new Words(seconds + " s", seconds + " 秒");
        }
        if (seconds < 2 * HOUR) {
            return new Words(seconds / MINUTE + " min", seconds / MINUTE + " 分钟");
        }
        if (seconds < 2 * DAY) {
            long minutes = seconds % HOUR / MINUTE;
            return minutes == 0
                    ? new Words(seconds / HOUR + " h", seconds / HOUR + " 小时")
                    : new Words(seconds / HOUR + " h " + minutes + " min", seconds / HOUR + " 小时 " + minutes + " 分钟");
        }
        long hours = seconds % DAY / HOUR;
        return new Words(seconds / DAY + " d " + hours + " h", seconds / DAY + " 天 " + hours + " 小时");
    }

    /** The driver's own words, or gpulse's, which are not translated; null when there are none. */
    static @Nullable Words reason(GpuEvent event) {
        String reason = event.facts().get(Fact.REASON);
        return reason == null || reason.isBlank() ? null : new Words(reason, reason);
    }

    /** As a sentence begins. */
    static String capitalized(String text) {
        return text.isEmpty() ? text : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    /** Names of programs are written as they are. */
    static String capitalizedUnlessNamed(GpuEvent event, String text) {
        return event.facts().containsKey(Fact.PROCESS) ? text : capitalized(text);
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
