package io.gpulse.workload;

import io.gpulse.device.ProcessSample;
import io.gpulse.device.workload.Workload;
import io.gpulse.history.Batch;
import io.gpulse.history.HistoryProperties;
import io.gpulse.history.KnownGpu;
import io.gpulse.history.accounting.AccountingUpdate;
import io.gpulse.history.accounting.GpuAccount;
import io.gpulse.history.accounting.Membership;
import io.gpulse.history.accounting.MinuteAccount;
import io.gpulse.history.accounting.Occupancy;
import io.gpulse.history.accounting.ProcessAccount;
import io.gpulse.history.accounting.ProcessAccount.Identity;
import io.gpulse.history.accounting.ProcessKey;
import io.gpulse.history.accounting.Sums;
import io.gpulse.history.accounting.UseSeconds;
import io.gpulse.history.sqlite.HistoryEngine;
import io.gpulse.history.sqlite.HistoryStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.unit.DataSize;

/**
 * A file with 90 minutes of two GPUs, which began three hours before this hour. From its begin, anna's job 7 of
 * Slurm is on both; its process on GPU 1 dies after
 * 30 minutes, when bob's program joins it on GPU 0. In minutes 40 to 50 gpulse did not run. Job 7 ends after 60
 * minutes; then bob's program is idle. A display server is on GPU 0 all the time.
 */
final class StoredJobs {

    static final Membership SLURM = new Membership("700-1", Workload.Kind.JOB, "slurm", "7");
    static final Membership GROUP = new Membership("900-1", null, null, null);

    /** Jobs are listed by their time before now. */
    private static final long START = Instant.now()
            .truncatedTo(ChronoUnit.HOURS)
            .minus(Duration.ofHours(3))
            .toEpochMilli();

    private static final KnownGpu FIRST = gpu(0);
    private static final KnownGpu SECOND = gpu(1);

    private StoredJobs() {}

    private static KnownGpu gpu(int index) {
        return new KnownGpu("GPU-0000000" + index, index, "NVIDIA H100 80GB HBM3", Instant.EPOCH);
    }

    static long at(int minute) {
        return START + minute * Stretch.MINUTE;
    }

    static ProcessAccount process(ProcessKey key, long seenAt, boolean ended, Identity identity) {
        return new ProcessAccount(key, seenAt, ended, identity, 8e9);
    }

    static Identity identity(String program, @Nullable String user, Membership membership) {
        return new Identity(ProcessSample.Type.COMPUTE, "python", program, user, null, null, null, membership);
    }

    static void write(Path folder) {
        Identity anna = identity("train.py", "anna", SLURM);
        Identity bob = identity("serve.py", "bob", GROUP);
        Identity screen =
                new Identity(ProcessSample.Type.GRAPHICS, "Xorg", null, "root", null, null, null, Membership.NONE);
        write(
                folder,
                List.of(
                        process(new ProcessKey(FIRST.uuid(), 700, at(0)), at(20), true, anna),
                        process(new ProcessKey(FIRST.uuid(), 702, at(20)), at(60), true, anna),
                        process(new ProcessKey(SECOND.uuid(), 701, at(0)), at(30), true, anna),
                        process(new ProcessKey(FIRST.uuid(), 900, at(30)), at(90), false, bob),
                        process(new ProcessKey(FIRST.uuid(), 1, at(0)), at(90), false, screen)));
    }

    /** Writes other processes to the same minutes. */
    static void write(Path folder, List<ProcessAccount> processes) {
        HistoryProperties properties = new HistoryProperties(
                true, folder, Duration.ofDays(366), Duration.ofDays(366), DataSize.ofGigabytes(1), 4);
        try (HistoryStore store = new HistoryEngine(folder, properties, Clock.systemUTC())
                .open(false)
                .store()) {
            List<GpuAccount> accounts = List.of(
                    new GpuAccount(FIRST.uuid(), at(0), at(90), null, Double.NaN, new Sums()),
                    new GpuAccount(SECOND.uuid(), at(0), at(90), null, Double.NaN, new Sums()));
            AccountingUpdate update =
                    new AccountingUpdate(accounts, minutes(), List.of(), processes, List.of(), List.of());
            store.append(new Batch(List.of(FIRST, SECOND), List.of(), update, List.of()));
        }
    }

    private static List<MinuteAccount> minutes() {
        List<MinuteAccount> minutes = new ArrayList<>();
        for (int minute = 0; minute < 90; minute++) {
            if (minute >= 40 && minute < 50) {
                continue;
            }
            Sums first = new Sums();
            Sums second = new Sums();
            if (minute < 60) {
                first.add(Occupancy.ACTIVE, 60, minute < 30 ? 6000 : 9000);
            } else {
                first.add(Occupancy.HELD_IDLE, 60, 3000);
            }
            if (minute < 30) {
                second.add(Occupancy.ACTIVE, 30, 3000);
                second.add(Occupancy.HELD_IDLE, 30, 1500);
            } else {
                second.add(Occupancy.FREE, 60, 1800);
            }
            minutes.add(new MinuteAccount(FIRST.uuid(), at(minute), first, Map.of(), new UseSeconds()));
            minutes.add(new MinuteAccount(SECOND.uuid(), at(minute), second, Map.of(), new UseSeconds()));
        }
        return minutes;
    }
}
