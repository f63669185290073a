package io.gpulse.story;

import io.gpulse.device.ProcessSample;
import io.gpulse.history.accounting.ProcessAccount;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The jobs of a time span. Programs that only draw are none. */
final class PastJobs {

    private static final long LONGEST_PAUSE = 30 * Stretch.MINUTE;

    private PastJobs() {}

    static List<PastJob> of(Past past) {
        Map<List<String>, List<PastJob>> byName = new HashMap<>();
        List<PastJob> all = new ArrayList<>();
        past.processes().stream()
                .filter((one) -> one.identity().type() != ProcessSample.Type.GRAPHICS)
                .sorted(Comparator.comparingLong((one) -> one.key().beganAt()))
                .forEach((one) -> {
                    List<PastJob> equal = byName.computeIfAbsent(PastJob.key(one), (first) -> new ArrayList<>());
                    if (!isAdded(one, equal)) {
                        PastJob job = new PastJob(one, past);
                        equal.add(job);
                        all.add(job);
                    }
                });
        byName.values().forEach(PastJobs::connect);
        return all;
    }

    /** Only the newest jobs are looked at: a thousand jobs of one name need not be compared with each other. */
    private static boolean isAdded(ProcessAccount process, List<PastJob> equal) {
        for (int i = equal.size() - 1; i >= Math.max(0, equal.size() - 16); i--) {
            if (equal.get(i).add(process)) {
                return true;
            }
        }
        return false;
    }

    private static void connect(List<PastJob> equal) {
        for (int i = 1; i < equal.size(); i++) {
            PastJob job = equal.get(i);
            for (int j = i - 1; j >= Math.max(0, i - 16) && job.earlier() == null; j--) {
                if (isRestart(equal.get(j), job)) {
                    job.restarts(equal.get(j));
                }
            }
        }
    }

    private static boolean isRestart(PastJob before, PastJob job) {
        Long end = before.time().until();
        return end != null
                && !before.isRestarted()
                && job.time().at() > end
                && job.time().at() - end <= LONGEST_PAUSE
                && !Collections.disjoint(before.uuids(), job.uuids());
    }
}
