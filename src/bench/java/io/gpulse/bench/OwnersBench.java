package io.gpulse.bench;

import com.sun.management.ThreadMXBean;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessGroups;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

/**
 * The cost of a round of the lane of owners: owner, workload, use of the host and group of each of many real processes,
 * and the files of a scheduler's jobs.
 */
final class OwnersBench {

    private static final int PROCESSES = 1000;
    private static final int GPUS = 8;
    private static final int WARM_UP = 60;
    private static final int ROUNDS = 100;
    private static final String CONFIGURATION = "io.gpulse.host.HostConfiguration";

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Setting setting;
    private final Paper paper;

    OwnersBench(Setting setting, Paper paper) {
        this.setting = setting;
        this.paper = paper;
    }

    /** A session of the lane. */
    private record Lane(Owners owners, ProcessGroups groups) {

        private Map<Integer, Owner> round(Set<Integer> pids) {
            Map<Integer, Owner> found = this.owners.of(pids, (pid) -> Optional.empty());
            this.owners.reservations();
            return this.groups.of(found);
        }
    }

    void run() throws IOException, ClassNotFoundException {
        Path program = new Compiler(this.setting).program("sleepers", new Compiler(this.setting).source("sleepers.c"));
        Process sleepers = new ProcessBuilder(program.toString(), String.valueOf(PROCESSES)).start();
        try (BufferedReader lines = sleepers.inputReader(StandardCharsets.UTF_8)) {
            measure(pids(lines));
        } finally {
            // They end with the program that has started them.
            sleepers.destroyForcibly();
        }
    }

    private static Set<Integer> pids(BufferedReader lines) throws IOException {
        Set<Integer> pids = new HashSet<>();
        for (String line = lines.readLine(); line != null && !line.equals("all"); line = lines.readLine()) {
            pids.add(Integer.valueOf(line));
        }
        if (pids.size() != PROCESSES) {
            throw new IOException("Only " + pids.size() + " processes were started");
        }
        return pids;
    }

    private void measure(Set<Integer> pids) throws IOException, ClassNotFoundException {
        Lane cold = lane();
        double first = millis(cold, pids);
        check(cold.round(pids));
        List<Double> usual = new ArrayList<>();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            double millis = millis(cold, pids);
            if (round >= 0) {
                usual.add(millis);
            }
        }
        long bytes = this.threads.getCurrentThreadAllocatedBytes();
        cold.round(pids);
        bytes = this.threads.getCurrentThreadAllocatedBytes() - bytes;
        this.paper.print(PROCESSES + " processes, the first round after a start, ms: " + Paper.number(first, 1));
        this.paper.print("the first round of a warm JVM, ms: " + Paper.number(millis(lane(), pids), 1));
        this.paper.print("bytes of a later round: " + bytes);
        this.paper.compare("CPU of a later round, the median of " + ROUNDS + ", ms", Sample.median(usual), 20);
    }

    private double millis(Lane lane, Set<Integer> pids) {
        long startedAt = this.threads.getCurrentThreadCpuTime();
        lane.round(pids);
        return (this.threads.getCurrentThreadCpuTime() - startedAt) / 1e6;
    }

    private static void check(Map<Integer, Owner> owners) {
        long named = owners.values().stream()
                .filter((owner) -> owner.startedAt() != null && owner.group() != null)
                .count();
        if (named != PROCESSES) {
            throw new IllegalStateException("Only " + named + " processes have an owner; see gpulse.processes.proc");
        }
    }

    /** Returns the reader of owners as gpulse makes it; each GPU has a job. */
    private Lane lane() throws IOException, ClassNotFoundException {
        Path jobs = Files.createDirectories(this.setting.work().resolve("jobs"));
        for (int gpu = 0; gpu < GPUS; gpu++) {
            Files.writeString(jobs.resolve(String.valueOf(gpu)), "28067" + gpu + " 0\n");
        }
        try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("bench", Map.of("gpulse.processes.job-folders", jobs.toString())));
            context.register(Class.forName(CONFIGURATION));
            context.refresh();
            return new Lane(context.getBean(Owners.class), new ProcessGroups());
        }
    }
}
