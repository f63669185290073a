package io.gpulse.insight.rule;

import io.gpulse.device.ProcessSample;
import io.gpulse.event.xid.LocalizedText;
import io.gpulse.event.xid.Remedy;
import io.gpulse.event.xid.ResetAdvice;
import io.gpulse.metric.Metric;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Quantities and names as sentences have them. */
public final class Phrases {

    private static final double KIBI = 1024;
    private static final int MINUTE = 60;
    private static final int HOUR = 3600;
    private static final int DAY = 86_400;

    private Phrases() {}

    /** The advice that the event of the same fault has. */
    static Phrase advice(Remedy remedy) {
        return advice(remedy.words().en(), remedy.words().zh());
    }

    /** The advice, completed where it is to reset a GPU. */
    static Phrase advice(String en, String zh) {
        return Phrase.of(ResetAdvice.complete(new LocalizedText(en, zh)));
    }

    static Phrase bytes(double bytes) {
        double gibibytes = bytes / (KIBI * KIBI * KIBI);
        long mebibytes = (long) Math.ceil(bytes / (KIBI * KIBI));
        return Phrase.of(gibibytes >= 1 ? number(gibibytes) + " GiB" : mebibytes + " MiB");
    }

    static Phrase bytesPerSecond(double rate) {
        return Phrase.of(rate >= 1e9 ? number(rate / 1e9) + " GB/s" : Math.round(rate / 1e6) + " MB/s");
    }

    /** One decimal below 10. */
    private static String number(double value) {
        double rounded = Math.round(value * 10) / 10.0;
        return rounded >= 10 || rounded == Math.rint(rounded)
                ? Long.toString(Math.round(value))
                : String.format(Locale.ROOT, "%.1f", value);
    }

    static Phrase percent(double percent) {
        long whole = Math.round(percent);
        return new Phrase(whole + " %", whole + "%");
    }

    static Phrase watts(double watts) {
        return Phrase.of(Math.round(watts) + " W");
    }

    static Phrase megahertz(double megahertz) {
        return Phrase.of(Math.round(megahertz) + " MHz");
    }

    static Phrase count(double count) {
        return Phrase.of(Long.toString(Math.round(count)));
    }

    static Phrase count(long count) {
        return Phrase.of(Long.toString(count));
    }

    /** A count and what is counted. */
    static Phrase count(long count, String one, String many, String zh) {
        return new Phrase(count + " " + (count == 1 ? one : many), count + zh);
    }

    /** In the largest unit of which there are two. */
    public static Phrase duration(double seconds) {
        if (seconds < 2 * MINUTE) {
            return new Phrase(Math.round(seconds) + " s", Math.round(seconds) + " 秒");
        }
        if (seconds < 2 * HOUR) {
            long minutes = (long) (seconds / MINUTE);
            return new Phrase(minutes + " min", minutes + " 分钟");
        }
        if (seconds < 2 * DAY) {
            long hours = (long) (seconds / HOUR);
            return new Phrase(hours + " h", hours + " 小时");
        }
        long days = (long) (seconds / DAY);
        return new Phrase(days + " days", days + " 天");
    }

    /** Tenths of seconds. */
    static Phrase period(double seconds) {
        String tenths = String.format(Locale.ROOT, "%.1f", seconds);
        return new Phrase(tenths + " s", tenths + " 秒");
    }

    /** {@code GPU 4}, {@code GPUs 0–3}. */
    public static Phrase gpus(List<Integer> indexes) {
        String runs = runs(indexes);
        return new Phrase((indexes.size() == 1 ? "GPU " : "GPUs ") + runs, "GPU " + runs);
    }

    private static String runs(List<Integer> indexes) {
        List<Integer> sorted = indexes.stream().sorted().toList();
        List<String> runs = new ArrayList<>();
        int from = 0;
        while (from < sorted.size()) {
            int to = from;
            while (to + 1 < sorted.size() && sorted.get(to + 1) == sorted.get(to) + 1) {
                to++;
            }
            runs.add(run(sorted.get(from), sorted.get(to)));
            from = to + 1;
        }
        return String.join(", ", runs);
    }

    private static String run(int from, int to) {
        if (from == to) {
            return Integer.toString(from);
        }
        return from + (to == from + 1 ? ", " : "–") + to;
    }

    /** {@code python (pid 38817, asharma)}. */
    static Phrase process(ProcessSample process) {
        String name = processName(process.name());
        String user = process.readings().word(Metric.PROCESS_USER).orElse("");
        return new Phrase(
                name + " (pid " + process.pid() + (user.isEmpty() ? "" : ", " + user) + ")",
                name + "（pid " + process.pid() + (user.isEmpty() ? "" : "，" + user) + "）");
    }

    /**
     * {@code : python (pid 38817, asharma)}; nothing where it is not known.
     *
     * @param several whether it is of several processes of one name and user
     */
    static Phrase holder(@Nullable ProcessSample process, boolean several) {
        return process == null
                ? Phrase.NONE
                : new Phrase(": ", "：").then(several ? program(process) : process(process));
    }

    /** {@code python (asharma)}. */
    static Phrase program(ProcessSample process) {
        String name = processName(process.name());
        String user = process.readings().word(Metric.PROCESS_USER).orElse("");
        return user.isEmpty() ? Phrase.of(name) : new Phrase(name + " (" + user + ")", name + "（" + user + "）");
    }

    /** Without its folder. */
    public static String processName(@Nullable String name) {
        return name == null ? "?" : name.substring(name.lastIndexOf('/') + 1);
    }

    /**
     * {@code Not checked on GPU 3: it is lost; nor on GPUs 4, 5: NOT_SUPPORTED.}
     *
     * @param reasons with the GPUs of each
     * @param partly whether others were checked
     */
    public static Phrase notChecked(Map<Phrase, List<Integer>> reasons, boolean partly) {
        boolean several = partly || reasons.size() > 1;
        StringBuilder en = new StringBuilder("Not checked");
        StringBuilder zh = new StringBuilder("未检查");
        String next = "";
        for (Map.Entry<Phrase, List<Integer>> reason : reasons.entrySet()) {
            Phrase where = several && !reason.getValue().isEmpty() ? gpus(reason.getValue()) : Phrase.NONE;
            en.append(next).append(where.en().isEmpty() ? "" : " on " + where.en());
            en.append(": ").append(reason.getKey().en());
            zh.append(next.isEmpty() ? "" : "；").append(where.zh().isEmpty() ? "" : "（" + where.zh() + "）");
            zh.append("：").append(reason.getKey().zh());
            next = "; nor";
        }
        return new Phrase(en.append('.').toString(), zh.append('。').toString());
    }
}
