package io.gpulse.fleet;

import io.gpulse.device.GpuIdentity;
import io.gpulse.fleet.FleetResponse.Member;
import io.gpulse.selection.FreeGpu;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** This machine and those of the list, as they are now. */
final class Fleet {

    /** Machines without trouble first; of these the fullest, so that whole machines stay free. */
    private static final Comparator<FleetFreeResponse.Place> BEST_FIRST =
            Comparator.comparing(FleetFreeResponse.Place::ailing).thenComparing(FleetFreeResponse.Place::freeGpus);

    private final Supplier<MachineReport> local;
    private final Machines others;
    private final InstantSource clock;

    Fleet(Supplier<MachineReport> local, Machines others, InstantSource clock) {
        this.local = local;
        this.others = others;
        this.clock = clock;
    }

    /** Returns the report of this machine. */
    MachineReport local() {
        return this.local.get();
    }

    /** @param users whether the reader may read users and sentences of other machines */
    FleetResponse all(boolean users) {
        List<Member> members = members(users);
        return new FleetResponse(
                this.clock.instant(),
                this.others.isUsed(),
                this.others.problem().orElse(null),
                users,
                count(members),
                members);
    }

    /** Returns the machines; this one once, also when the list has it, and only with a GPU when there are others. */
    private List<Member> members(boolean users) {
        MachineReport local = this.local.get();
        List<RemoteMachine> remote = this.others.all().stream()
                .filter((machine) -> !isThisOne(machine.status().report(), local))
                .toList();
        List<Member> members = new ArrayList<>();
        if (remote.isEmpty() || !local.gpus().isEmpty()) {
            members.add(Member.local(local));
        }
        Set<String> seen = new HashSet<>(Set.of(local.name()));
        Set<String> shared = remote.stream()
                .map((machine) -> nameOf(machine.status().report()))
                .filter((name) -> !seen.add(name))
                .collect(Collectors.toSet());
        remote.forEach((machine) -> members.add(Member.of(machine, shared, users)));
        return members;
    }

    private static boolean isThisOne(@Nullable MachineReport report, MachineReport local) {
        return report != null && report.instance().equals(local.instance());
    }

    static String nameOf(@Nullable MachineReport report) {
        return report == null ? "" : report.name();
    }

    private static Map<GpuClass, Integer> count(List<Member> members) {
        Map<GpuClass, Integer> counts = new EnumMap<>(GpuClass.class);
        GpuClass.ALL.forEach((use) -> counts.put(use, 0));
        Set<String> seen = new HashSet<>();
        for (Member member : members) {
            MachineReport report = member.machine();
            for (MachineReport.Gpu gpu : report == null ? List.<MachineReport.Gpu>of() : report.gpus()) {
                String uuid = gpu.uuid();
                // Simulated GPUs have the same UUIDs on each machine.
                boolean isKnown = uuid != null
                        && !GpuIdentity.isShared(uuid)
                        && !Objects.requireNonNull(report).simulated()
                        && !seen.add(uuid);
                if (!isKnown) {
                    counts.merge(gpu.use(), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    /** Returns the machines with enough free GPUs, and the GPUs that are held idle. */
    FleetFreeResponse free(FleetFreeQuery query, boolean users) {
        List<FleetFreeResponse.Place> places = new ArrayList<>();
        List<FleetFreeResponse.HeldGpu> held = new ArrayList<>();
        for (Member member : members(users)) {
            List<MachineReport.Gpu> wanted = wanted(member, query);
            List<MachineReport.Gpu> free = wanted.stream()
                    .filter((gpu) -> gpu.free() && hasMemory(gpu, query))
                    .toList();
            if (free.size() >= query.count()) {
                places.add(place(member, free, query.count()));
            }
            wanted.stream()
                    .filter((gpu) -> gpu.use() == GpuClass.HELD_IDLE)
                    .forEach((gpu) -> held.add(new FleetFreeResponse.HeldGpu(member.name(), member.url(), gpu)));
        }
        places.sort(BEST_FIRST);
        return new FleetFreeResponse(query.count(), places, held);
    }

    private static List<MachineReport.Gpu> wanted(Member member, FleetFreeQuery query) {
        String model = query.model();
        return member.machine() == null
                ? List.of()
                : member.machine().gpus().stream()
                        .filter((gpu) -> model == null
                                || (gpu.name() != null
                                        && gpu.name()
                                                .toLowerCase(Locale.ROOT)
                                                .contains(model.toLowerCase(Locale.ROOT))))
                        .toList();
    }

    private static boolean hasMemory(MachineReport.Gpu gpu, FleetFreeQuery query) {
        return query.minMemory() == null
                || (gpu.memoryFree() != null
                        && gpu.memoryFree().doubleValue() >= query.minMemory().toBytes());
    }

    private static FleetFreeResponse.Place place(Member member, List<MachineReport.Gpu> free, int count) {
        List<FreeGpu> chosen = free.stream()
                .limit(count)
                .map((gpu) -> new FreeGpu(gpu.index(), gpu.uuid()))
                .toList();
        MachineReport report = Objects.requireNonNull(member.machine());
        return new FleetFreeResponse.Place(
                member.name(),
                member.url(),
                chosen,
                free.size(),
                FreeGpu.environment(chosen),
                report.gpus().stream().anyMatch((gpu) -> gpu.use() == GpuClass.TROUBLE));
    }
}
