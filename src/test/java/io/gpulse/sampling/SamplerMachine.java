package io.gpulse.sampling;

import io.gpulse.device.Diagnosis;
import io.gpulse.device.DriverEvents;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuReadResult;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuSource;
import io.gpulse.device.Owners;
import io.gpulse.device.Readings;
import io.gpulse.device.Source;
import io.gpulse.device.SourceKind;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.device.topology.Topology;
import io.gpulse.device.workload.Reservation;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Scope;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A machine whose GPUs behave as a test defines. */
final class SamplerMachine implements GpuSource {

    private final SourceKind kind;
    final List<String> uuids = new ArrayList<>();
    final Map<String, GpuReadResult> verdicts = new HashMap<>();
    /** UUIDs of GPUs whose handle the driver refuses. */
    final Set<String> refused = new HashSet<>();

    final Set<String> backOnTheBus = new HashSet<>();
    final List<Set<Cadence>> requested = new ArrayList<>();

    /** Runs while a GPU is being read. */
    Runnable duringRead = () -> {};

    /** The events of a session; none by default. */
    Supplier<Optional<DriverEvents>> events = Optional::empty;

    /** Runs while the topology is being read. */
    Supplier<Topology> topology = () -> Topology.unknown("The test has none.");

    /** The jobs to which a scheduler has assigned GPUs. */
    List<Reservation> reservations = List.of();

    @Nullable
    String unavailable;

    String origin = "a test";
    boolean isOfThisMachine = true;

    /** The number of calls about each GPU that were started. */
    long startedCalls;

    int opened;
    int closed;

    /** The number of reads in sessions that were closed. */
    int readsAfterClose;

    SamplerMachine(SourceKind kind, int gpus) {
        this.kind = kind;
        IntStream.range(0, gpus).forEach((index) -> this.uuids.add(kind + "-" + index));
    }

    @Override
    public SourceKind kind() {
        return this.kind;
    }

    @Override
    public Diagnosis diagnosis() {
        return Diagnosis.UNKNOWN;
    }

    @Override
    public GpuSession open() throws SourceUnavailableException {
        this.opened++;
        if (this.unavailable != null) {
            throw new SourceUnavailableException(new Diagnosis(this.unavailable, List.of(), List.of()));
        }
        return new Session(List.copyOf(this.uuids));
    }

    void returns(int index, GpuReadResult.Verdict verdict) {
        this.verdicts.put(this.uuids.get(index), GpuReadResult.failed(verdict, "nvmlTest: " + verdict));
    }

    void allReturn(GpuReadResult.Verdict verdict) {
        IntStream.range(0, this.uuids.size()).forEach((index) -> returns(index, verdict));
    }

    private static Readings readings(Set<Cadence> due) {
        Map<Metric, Reading> all = new EnumMap<>(Metric.class);
        Metric.of(Scope.GPU).stream()
                .filter((metric) -> due.contains(metric.spec().cadence()))
                .filter((metric) -> metric.spec().kind().isNumber())
                .forEach((metric) -> all.put(metric, new Reading.Quantity(50)));
        return Readings.of(all);
    }

    private final class Session implements GpuSession {

        private final List<String> listed;
        private boolean isClosed;

        Session(List<String> listed) {
            this.listed = listed;
        }

        @Override
        public Source source() {
            return new Source(
                    SamplerMachine.this.kind, SamplerMachine.this.kind == SourceKind.DEMO, "1.0", "1.0", "13.0", null);
        }

        @Override
        public String origin() {
            return SamplerMachine.this.origin;
        }

        @Override
        public boolean isOfThisMachine() {
            return SamplerMachine.this.isOfThisMachine;
        }

        @Override
        public List<Reservation> reservations(Owners ofMachine) {
            return SamplerMachine.this.reservations;
        }

        @Override
        public Topology topology() {
            return SamplerMachine.this.topology.get();
        }

        @Override
        public int gpuCount() {
            return this.listed.size();
        }

        @Override
        public Gpu attach(int index) throws GpuRefusedException {
            String uuid = this.listed.get(index);
            if (SamplerMachine.this.refused.contains(uuid)) {
                throw new GpuRefusedException(GpuReadResult.Verdict.REFUSED, "nvmlTest: refused");
            }
            return new Gpu() {

                @Override
                public GpuIdentity identity() {
                    String slot = uuid.substring(uuid.lastIndexOf('-') + 1);
                    return new GpuIdentity(uuid, "Test GPU", "00000000:0" + slot + ":00.0");
                }

                @Override
                public GpuReadResult read(Set<Cadence> due) {
                    SamplerMachine.this.requested.add(Set.copyOf(due));
                    SamplerMachine.this.readsAfterClose += Session.this.isClosed ? 1 : 0;
                    SamplerMachine.this.duringRead.run();
                    return SamplerMachine.this.verdicts.getOrDefault(uuid, GpuReadResult.fine(readings(due)));
                }
            };
        }

        @Override
        public boolean isBack(GpuIdentity gpu) {
            return SamplerMachine.this.backOnTheBus.contains(gpu.uuid());
        }

        @Override
        public Optional<DriverEvents> events() {
            return SamplerMachine.this.events.get();
        }

        @Override
        public long startedCalls(int index) {
            return SamplerMachine.this.startedCalls;
        }

        @Override
        public String callInProgress(int index) {
            return "nvmlDeviceGetPowerUsage";
        }

        @Override
        public void close() {
            this.isClosed = true;
            SamplerMachine.this.closed++;
        }
    }
}
