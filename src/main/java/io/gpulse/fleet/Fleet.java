package io.gpulse.fleet;

import io.gpulse.device.GpuIdentity;
import io.gpulse.fleet.FleetResponse.Member;
import io.gpulse.selection.FreeGpu;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** This machine, those of the list and those of the engine, as they are now. */
final class Fleet {

    /** Real machines without trouble first; of these the fullest, so that whole machines stay free. */
    private static final Comparator<FleetFreeResponse.Place> BEST_FIRST = Comparator.comparing(
                    FleetFreeResponse.Place::simulated)
            .thenComparing(FleetFreeResponse.Place::ailing)
            .thenComparing(FleetFreeResponse.Place::freeGpus);

    private final Supplier<MachineReport> local;
    private final Machines others;
    private final Engine engine;
    private final EnginePast past;

    Fleet(Supplier<MachineReport> local, Machines others, Engine engine, EnginePast past) {
        this.local = local;
        this.others = others;
        this.engine = engine;
        this.past = past;
    }

    /** Returns the report of this machine. */
    MachineReport local() {
        return this.local.get();
    }

    /**
     * Returns the last 12 hours of the machines of the engine.
     *
     * @param users whether the reader may read users
     */
    Mono<FleetPastResponse> past(boolean users) {
        return this.past.latest().map((past) -> users ? past : past.withoutUsers());
    }

    /** @param users whether the reader may read users and sentences of other machines */
    FleetResponse all(boolean users) {
        List<Member> members = members(users);
        Map<GpuClass, Integer> counts = new EnumMap<>(GpuClass.class);
        GpuClass.ALL.forEach((use) -> counts.put(use, 0));
        distinct(members).values().forEach((gpus) -> gpus.forEach((gpu) -> counts.merge(gpu.use(), 1, Integer::sum)));
        return new FleetResponse(
                this.others.now(),
                this.others.isUsed() || this.engine.status().isPresent(),
                this.others.problem().orElse(null),
                users,
                counts,
                (int) members.stream()
                        .filter((member) -> member.machine() == null)
                        .count(),
                this.engine
                        .status()
                        .map((status) -> FleetResponse.Server.of(status, users))
                        .orElse(null),
                members);
    }

    /**
     * Returns the machines: this one first, one that has several addresses once. Without a GPU and an alert this one is
     * listed only when it is alone.
     */
    private List<Member> members(boolean users) {
        MachineReport here = this.local.get();
        List<RemoteMachine> remote = onceEach(here.instance());
        boolean isEmpty =
                here.takenAt() != null && here.gpus().isEmpty() && here.alerts().isEmpty();
        List<EngineMachine> ofEngine = onlyOfEngine(here, remote);
        Set<String> names = new HashSet<>(Set.of(here.name()));
        Set<String> shared = Stream.concat(reports(remote), ofEngine.stream().map(EngineMachine::report))
                .map(MachineReport::name)
                .filter((name) -> !names.add(name))
                .collect(Collectors.toSet());
        return Stream.of(
                        isEmpty && remote.size() + ofEngine.size() > 0
                                ? Stream.<Member>empty()
                                : Stream.of(Member.local(here)),
                        remote.stream().map((machine) -> Member.of(machine, shared, users)),
                        ofEngine.stream().map((machine) -> Member.of(machine, this.engine, shared, users)))
                .flatMap(Function.identity())
                .toList();
    }

    private static Stream<MachineReport> reports(List<RemoteMachine> machines) {
        return machines.stream()
                .flatMap((machine) -> Stream.ofNullable(machine.status().value()));
    }

    /** Returns the machines of the engine, with the GPUs that neither this machine nor one of the list reports. */
    private List<EngineMachine> onlyOfEngine(MachineReport here, List<RemoteMachine> remote) {
        List<EngineMachine> all = this.engine.machines();
        if (all.isEmpty()) {
            return all;
        }
        List<RemoteMachine> answering =
                remote.stream().filter((machine) -> machine.status().answers()).toList();
        Set<String> addresses =
                answering.stream().map((machine) -> machine.address().label()).collect(Collectors.toSet());
        Set<String> uuids = new HashSet<>();
        Set<String> simulated = new HashSet<>();
        Stream.concat(Stream.of(here), reports(answering)).forEach((report) -> {
            if (report.simulated()) {
                simulated.add(report.name());
            } else {
                report.gpus().stream()
                        .flatMap((gpu) -> Stream.ofNullable(gpu.uuid()))
                        .forEach(uuids::add);
            }
        });
        return all.stream()
                .filter((machine) -> !machine.isAmong(addresses, simulated))
                .flatMap((machine) -> {
                    EngineMachine own = machine.with((gpu) -> gpu.uuid() == null || !uuids.contains(gpu.uuid()));
                    boolean isElsewhere = own.report().gpus().isEmpty()
                            && !machine.report().gpus().isEmpty();
                    return isElsewhere ? Stream.empty() : Stream.of(own);
                })
                .toList();
    }

    /** Returns the machines in the order of the list; of several addresses of one the first that answers. */
    private List<RemoteMachine> onceEach(String here) {
        List<RemoteMachine> all = this.others.all();
        Set<String> instances = new HashSet<>(Set.of(here));
        Set<RemoteMachine> kept = Stream.of(true, false)
                .flatMap((answering) ->
                        all.stream().filter((machine) -> machine.status().answers() == answering))
                .filter((machine) -> {
                    MachineReport report = machine.status().value();
                    return report == null || instances.add(report.instance());
                })
                .collect(Collectors.toSet());
        return all.stream().filter(kept::contains).toList();
    }

    /** Returns the GPUs of each machine; one that several machines report only with the first that answers. */
    private static Map<Member, List<MachineGpu>> distinct(List<Member> members) {
        Set<String> seen = new HashSet<>();
        Map<Member, List<MachineGpu>> gpus = new LinkedHashMap<>();
        Stream.of(false, true)
                .flatMap((silent) ->
                        members.stream().filter((member) -> (member.answer() == FleetResponse.Answer.SILENT) == silent))
                .forEach((member) -> {
                    MachineReport report = member.machine();
                    gpus.put(
                            member,
                            report == null
                                    ? List.of()
                                    : report.gpus().stream()
                                            .filter((gpu) -> isFirst(gpu.uuid(), report, seen))
                                            .toList());
                });
        return gpus;
    }

    /** Simulated GPUs have the same UUIDs on each machine. */
    private static boolean isFirst(@Nullable String uuid, MachineReport report, Set<String> seen) {
        return uuid == null || GpuIdentity.isShared(uuid) || report.simulated() || seen.add(uuid);
    }

    FleetFreeResponse free(FleetFreeQuery query, boolean users) {
        return free(query, users, Set.of());
    }

    /**
     * Returns the machines with enough free GPUs, and the GPUs that are held idle.
     *
     * @param taken UUIDs of GPUs that are not offered
     */
    FleetFreeResponse free(FleetFreeQuery query, boolean users, Set<String> taken) {
        List<FleetFreeResponse.Place> places = new ArrayList<>();
        List<FleetFreeResponse.HeldGpu> held = new ArrayList<>();
        distinct(members(users)).forEach((member, gpus) -> {
            List<MachineGpu> wanted =
                    gpus.stream().filter((gpu) -> isOf(gpu, query.model())).toList();
            List<MachineGpu> free = wanted.stream()
                    .filter((gpu) -> gpu.use() == GpuClass.FREE
                            && gpu.uuid() != null
                            && !taken.contains(gpu.uuid())
                            && hasMemory(gpu, query))
                    .toList();
            if (free.size() >= query.count()) {
                places.add(place(member, free, query.count()));
            }
            wanted.stream()
                    .filter((gpu) -> gpu.use() == GpuClass.HELD_IDLE)
                    .forEach((gpu) ->
                            held.add(new FleetFreeResponse.HeldGpu(member.name(), member.url(), member.origin(), gpu)));
        });
        places.sort(BEST_FIRST);
        return new FleetFreeResponse(query.count(), places, held);
    }

    private static boolean isOf(MachineGpu gpu, @Nullable String model) {
        return model == null || (gpu.name() != null && GpuIdentity.isOfModel(gpu.name(), model));
    }

    private static boolean hasMemory(MachineGpu gpu, FleetFreeQuery query) {
        return query.minMemory() == null
                || (gpu.memoryFree() != null
                        && gpu.memoryFree().doubleValue() >= query.minMemory().toBytes());
    }

    private static FleetFreeResponse.Place place(Member member, List<MachineGpu> free, int count) {
        List<FreeGpu> chosen = free.stream()
                .limit(count)
                .map((gpu) -> new FreeGpu(gpu.index(), gpu.uuid()))
                .toList();
        MachineReport report = Objects.requireNonNull(member.machine());
        return new FleetFreeResponse.Place(
                member.name(),
                member.url(),
                member.origin(),
                chosen,
                free.size(),
                FreeGpu.environment(chosen),
                report.simulated(),
                report.gpus().stream().anyMatch((gpu) -> gpu.use() == GpuClass.TROUBLE));
    }
}
