package io.gpulse.parity;

import io.gpulse.device.Activity;
import io.gpulse.device.Condition;
import io.gpulse.device.Gpu;
import io.gpulse.device.GpuRefusedException;
import io.gpulse.device.GpuSample;
import io.gpulse.device.GpuSession;
import io.gpulse.device.GpuState;
import io.gpulse.device.Owner;
import io.gpulse.device.Owners;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceUnavailableException;
import io.gpulse.metric.Cadence;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.nvml.FakeDriver;
import io.gpulse.nvml.session.NvmlSource;
import io.gpulse.parity.NativeSources.NativeValue;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Lets the C driver report the values of a transcript in native form, and reads them through JNA. */
final class Rehearsal {

    private static final int GPU = 0;

    /** The CSV has no architecture, but what determines it. */
    private static final Map<String, Integer> ARCHITECTURES = Map.of("7.5", 6, "8.9", 8, "9.0", 9);

    private static final Instant NOW = Instant.parse("2026-11-20T10:00:01.003Z");

    private final FakeDriver driver;
    private final Path folder;
    private final Map<String, NativeValue> sources;

    Rehearsal(Path folder, Map<String, NativeValue> sources) {
        this.driver = FakeDriver.in(folder).gpus(1);
        this.folder = folder;
        this.sources = sources;
    }

    Snapshot of(Transcript transcript) throws SourceUnavailableException, GpuRefusedException {
        transcript.cells().forEach((header, cell) -> report(Transcript.property(header), cell));
        Integer architecture = ARCHITECTURES.get(transcript.cells().getOrDefault("compute_cap", ""));
        if (architecture != null) {
            this.driver.value(GPU, "nvmlDeviceGetArchitecture", architecture.toString());
        }
        transcript.processes().forEach(this::report);
        GpuSession session =
                NvmlSource.ofThisMachine(this.driver.library(), this.folder).open();
        try {
            return read(session);
        } finally {
            session.close();
        }
    }

    List<String> violations() {
        return this.driver.violations();
    }

    private void report(String property, String cell) {
        NativeValue form = this.sources.get(property);
        if (form == null || cell.isEmpty() || form.sources().isEmpty() || form.ofMachine()) {
            return;
        }
        Integer refusal = NativeForm.refusal(cell);
        if (refusal != null) {
            form.sources().forEach((source) -> this.driver.code(GPU, source, refusal));
            return;
        }
        List<String> values = form.form().values(cell);
        for (int part = 0; part < values.size(); part++) {
            report(form.sources().get(part), form, values.get(part));
        }
    }

    private void report(String source, NativeValue form, String value) {
        if (form.ofSystem()) {
            this.driver.systemValue(source.substring("system ".length()), value);
        } else {
            this.driver.value(GPU, source, value);
        }
    }

    /** PID, name, memory. */
    private void report(List<String> process) {
        int pid = Integer.parseInt(process.get(0));
        boolean unknown = NativeForm.refusal(process.get(2)) != null;
        this.driver.process(
                GPU,
                "compute",
                pid,
                unknown ? "unknown" : NativeForm.BYTES.values(process.get(2)).get(0));
        this.driver.systemValue("nvmlSystemGetProcessName(" + pid + ")", process.get(1));
    }

    private static Snapshot read(GpuSession session) throws GpuRefusedException {
        Gpu gpu = session.attach(GPU);
        GpuSample sample = new GpuSample(
                GPU,
                gpu.identity(),
                new Condition(GpuState.OK, NOW, null),
                NOW,
                NOW,
                gpu.read(EnumSet.allOf(Cadence.class)).known(),
                Activity.UNKNOWN);
        Map<Integer, Owner> owners = session.owners(pids(sample), Rehearsal::onlyNames);
        List<ProcessSample> processes = sample.known().processes().stream()
                .map((process) -> process.of(owners.get(process.pid())))
                .toList();
        return new Snapshot(
                1,
                NOW,
                0,
                Duration.ZERO,
                Duration.ofSeconds(1),
                session.source(),
                List.of(sample.with(processes)),
                null);
    }

    private static Set<Integer> pids(GpuSample sample) {
        return sample.known().processes().stream().map(ProcessSample::pid).collect(Collectors.toSet());
    }

    private static Map<Integer, Owner> onlyNames(Set<Integer> pids, Owners.Names driver) {
        Map<Integer, Owner> owners = new HashMap<>();
        pids.forEach(
                (pid) -> owners.put(pid, new Owner(driver.of(pid).orElse(null), null, Reading.absent(Reason.HIDDEN))));
        return owners;
    }
}
