package io.gpulse.host;

import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessGroups;
import io.gpulse.device.workload.Reservation;
import io.gpulse.metric.ProcessName;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the owners of processes from the kernel's files: once for each process, which its start distinguishes from a
 * later one with the same PID. Its use of the host is read in every round. Never throws. Used by one lane.
 */
final class ProcOwners implements Owners {

    private final ProcFolder proc;
    private final PidNumbers numbers;
    private final CommandLines commands;
    private final ProcessStats stats;
    private final ProcessUsage usage;
    private final Users users;
    private final Workloads workloads;
    private final JobFolders jobs;
    private final Map<Integer, Known> known = new HashMap<>();

    /** An owner, and the start of its process. */
    private record Known(long startedAt, Owner owner) {}

    /** Creates owners on a machine without a scheduler. */
    ProcOwners(ProcFolder proc, PidNumbers numbers, CommandLines commands) {
        this(proc, numbers, commands, List.of());
    }

    /** @param jobFolders in which schedulers write the jobs of GPUs */
    ProcOwners(ProcFolder proc, PidNumbers numbers, CommandLines commands, List<Path> jobFolders) {
        this.proc = proc;
        this.numbers = numbers;
        this.commands = commands;
        this.stats = new ProcessStats(proc);
        this.usage = new ProcessUsage(proc);
        this.users = new Users(proc);
        this.workloads = new Workloads(proc, commands.areShown());
        this.jobs = new JobFolders(jobFolders, this.users);
    }

    @Override
    public boolean hasAll() {
        return this.numbers.areOurs();
    }

    @Override
    public List<Reservation> reservations() {
        return this.jobs.read();
    }

    @Override
    public Map<Integer, Owner> of(Set<Integer> pids, Names driver) {
        this.known.keySet().retainAll(pids);
        this.usage.begin(pids);
        this.stats.begin();
        Map<Integer, Owner> owners = new HashMap<>();
        boolean allowed = this.numbers.areThoseOf(this.proc.root());
        for (int pid : pids) {
            Owner owner = allowed ? find(pid, driver) : Owner.unknown(Reason.NO_PERMISSION);
            if (owner != null) {
                owners.put(pid, owner);
            }
        }
        return owners;
    }

    /** Returns the owner of a process; null when its PID was reused by another process. */
    private @Nullable Owner find(int pid, Names driver) {
        ProcessStats.Result result = this.stats.of(pid);
        ProcessStat now = result.stat();
        if (now == null) {
            this.known.remove(pid);
            return unread(pid, Objects.requireNonNull(result.unread()), driver);
        }
        Known before = this.known.get(pid);
        if (before != null && before.startedAt() != now.startedAt()) {
            this.known.remove(pid);
            return null;
        }
        Owner owner = before == null ? lookUp(pid, now, driver) : withUser(pid, before);
        return owner == null
                ? null
                : owner.with(this.usage.of(now)).with(new ProcessGroups.Lineage(now.parent(), now.session()));
    }

    /** Returns the owner of a process whose files are not readable; null when its PID was reused meanwhile. */
    private @Nullable Owner unread(int pid, Reason why, Names driver) {
        Owner owner = Owner.unknown(why)
                .named(reported(pid, driver).flatMap(ProcessName::of).orElse(null));
        return this.stats.of(pid).stat() == null ? owner : null;
    }

    /** Returns a known owner; looks up its user again while the name of the user is not known. */
    private Owner withUser(int pid, Known before) {
        Owner owner = before.owner();
        if (this.users.isNamed(owner.user())) {
            return owner;
        }
        Owner named = owner.with(this.users.of(pid));
        this.known.put(pid, new Known(before.startedAt(), named));
        return named;
    }

    private @Nullable Owner lookUp(int pid, ProcessStat now, Names driver) {
        String name = name(pid, driver);
        // The argument list of a process that hangs in the driver may block its reader for ever.
        CommandLines.Shown shown = now.isBlocked() ? this.commands.unread(Reason.NO_DATA) : this.commands.of(pid, name);
        Owner owner = new Owner(name, this.stats.startedAt(now), this.users.of(pid), shown.command(), shown.program())
                .with(this.numbers.namespaced(pid, this.proc))
                .with(this.workloads.of(pid, shown.arguments()));
        ProcessStat later = this.stats.of(pid).stat();
        if (later == null || !later.isOfSameProcess(now)) {
            return null;
        }
        if (owner.user() instanceof Reading.Present && !now.isBlocked()) {
            this.known.put(pid, new Known(now.startedAt(), owner));
        }
        return owner;
    }

    private @Nullable String name(int pid, Names driver) {
        Optional<String> program = program(pid);
        List<Predicate<String>> isProgram =
                List.of((path) -> program.filter(path::equals).isPresent(), ProcOwners::isFile);
        return reported(pid, driver)
                .flatMap((full) -> ProcessName.of(full, isProgram))
                .or(() -> program)
                .or(() -> shortName(pid))
                .orElse(null);
    }

    /** Returns the driver's name of a process; empty unless a PID means the same process for both. */
    private Optional<String> reported(int pid, Names driver) {
        return this.numbers.areOurs() ? driver.of(pid) : Optional.empty();
    }

    private static boolean isFile(String path) {
        try {
            // Escaped, because the JVM accepts a path only in the characters of the locale.
            return Files.isRegularFile(Path.of(URI.create(new URI("file", null, path, null).toASCIIString())));
        } catch (URISyntaxException | IllegalArgumentException unspeakable) {
            return false;
        }
    }

    private Optional<String> program(int pid) {
        return this.proc.readLink(pid + "/exe").map((program) -> program.replaceFirst(" \\(deleted\\)$", ""));
    }

    /** Returns the kernel's name, cut off after 15 bytes; every user may read it. */
    private Optional<String> shortName(int pid) {
        return Optional.of(this.proc.read(pid + "/comm").text().strip()).filter((name) -> !name.isEmpty());
    }
}
