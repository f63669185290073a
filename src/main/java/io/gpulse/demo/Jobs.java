package io.gpulse.demo;

import java.nio.ByteBuffer;
import java.util.List;

/** Fills the driver's lists of processes. */
final class Jobs {

    private static final String COUNT = "count";
    private static final String ENTRIES = "entries";

    /** {@code nvmlProcessInfo_t}: process 0, memory 8, instances 16 and 20. */
    private static final int ENTRY = 24;

    private static final int ENTRY_MEMORY = 8;
    private static final int ENTRY_INSTANCES = 16;

    /** {@code nvmlProcessUtilizationSample_t}: process 0, time 8, shares from 16. */
    private static final int SAMPLE = 32;

    private static final int SAMPLE_TIME = 8;
    private static final int SAMPLE_SHARES = 16;

    private Jobs() {}

    static void compute(Moment gpu, Answer out) {
        List<Job.Running> jobs = Job.on(gpu.board(), gpu.instant());
        if (!fits(jobs.size(), out)) {
            return;
        }
        long others =
                jobs.stream().mapToLong((running) -> running.job().mebibytes()).sum() * Board.MEBIBYTE;
        for (int place = 0; place < jobs.size(); place++) {
            Job.Running running = jobs.get(place);
            long own = running.job().mebibytes() * Board.MEBIBYTE;
            int at = out.offset(ENTRIES) + place * ENTRY;
            out.memory()
                    .putInt(at, running.pid())
                    .putLong(at + ENTRY_MEMORY, own == 0 ? gpu.memoryUsed() - others : own)
                    .putLong(at + ENTRY_INSTANCES, -1);
        }
    }

    /** Nobody draws, and nobody shares a board through the service for it. */
    static void none(Moment gpu, Answer out) {
        fits(0, out);
    }

    /** The first process does all the work; the driver records nothing of those that do none. */
    static void utilization(Moment gpu, Answer out) {
        boolean works = gpu.utilization() > 0;
        if (!works || gpu.sampledMicros() <= out.number("lastSeenTimeStamp")) {
            out.refuse(Answer.NOT_FOUND);
            return;
        }
        if (fits(1, out)) {
            int at = out.offset(ENTRIES);
            ByteBuffer sample =
                    out.memory().slice(at, SAMPLE).order(out.memory().order());
            sample.putInt(0, Job.on(gpu.board(), gpu.instant()).get(0).pid())
                    .putLong(SAMPLE_TIME, gpu.sampledMicros())
                    .putInt(SAMPLE_SHARES, (int) gpu.utilization())
                    .putInt(SAMPLE_SHARES + 4, (int) gpu.memoryUtilization())
                    .putLong(SAMPLE_SHARES + 8, 0);
        }
    }

    private static boolean fits(int entries, Answer out) {
        long room = out.number(COUNT);
        out.with(COUNT, entries);
        if (room < entries) {
            out.refuse(Answer.INSUFFICIENT_SIZE);
        }
        return room >= entries;
    }
}
