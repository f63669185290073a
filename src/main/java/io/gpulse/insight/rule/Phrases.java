package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.workload.Workload;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.text.EventText;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Names of GPUs and processes as sentences have them. */
public final class Phrases {

    private Phrases() {}

    /** Returns {@code GPU 4} or {@code GPUs 0–3}. */
    public static LocalizedText gpus(List<Integer> indexes) {
        return text("gpus").numbered(indexes.size() != 1).with(Map.of("indexes", runs(indexes)));
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

    /** Returns {@code train.py (pid 38817, asharma)}, and the job of its scheduler: {@code , slurm job 7}. */
    static LocalizedText process(ProcessSample process) {
        String user = user(process);
        Map<String, ?> values = Map.of("pid", process.pid(), "user", user);
        return named(process, text(user.isEmpty() ? "process.pid" : "process.pid-user", values));
    }

    /** Returns {@code train.py (asharma)}. */
    static LocalizedText program(ProcessSample process) {
        String user = user(process);
        return user.isEmpty() ? LocalizedText.of(shownName(process)) : named(process, LocalizedText.of(user));
    }

    /** Returns a text in which the process is named without its user. */
    static LocalizedText anonymous(LocalizedText text, ProcessSample process) {
        ProcessSample unknown = process.with(Metric.PROCESS_USER, Reading.absent(Reason.NO_DATA));
        return user(process).isEmpty()
                ? text
                : text.replaced(process(process), process(unknown)).replaced(program(process), program(unknown));
    }

    private static LocalizedText job(ProcessSample process) {
        Workload workload = process.workload();
        if (workload == null || workload.kind() != Workload.Kind.JOB) {
            return LocalizedText.NONE;
        }
        return LocalizedText.COMMA.then(EventText.job(workload.system(), workload.id()));
    }

    private static LocalizedText named(ProcessSample process, LocalizedText id) {
        return text("process.named", Map.of("process", shownName(process), "id", id.then(job(process))));
    }

    private static String user(ProcessSample process) {
        return process.readings().word(Metric.PROCESS_USER).orElse("");
    }

    /**
     * Returns {@code : train.py (pid 38817, asharma)}; nothing for an unknown process.
     *
     * @param several whether several processes of this name and user are meant
     */
    static LocalizedText holder(@Nullable ProcessSample process, boolean several) {
        return process == null
                ? LocalizedText.NONE
                : LocalizedText.COLON.then(several ? program(process) : process(process));
    }

    /** Returns the program, else the name without its folder. */
    private static String shownName(ProcessSample process) {
        String program = process.program();
        return program == null ? processName(process.name()) : program;
    }

    /** Returns the name without its folder. */
    public static String processName(@Nullable String name) {
        return name == null ? "?" : name.substring(name.lastIndexOf('/') + 1);
    }

    /**
     * Returns {@code Not checked on GPU 3: the GPU is lost; nor on GPUs 4, 5: needs ....}
     *
     * @param reasons with the GPUs of each
     * @param partly whether others were checked
     */
    public static LocalizedText notChecked(Map<LocalizedText, List<Integer>> reasons, boolean partly) {
        boolean several = partly || reasons.size() > 1;
        List<LocalizedText> parts = new ArrayList<>();
        reasons.forEach((why, indexes) -> parts.add(
                several && !indexes.isEmpty()
                        ? text("check.on-gpus", Map.of("gpus", gpus(indexes), "why", why))
                        : LocalizedText.COLON.then(why)));
        return text("check.not-checked", Map.of("reasons", LocalizedText.join(text("check.nor"), parts)));
    }
}
