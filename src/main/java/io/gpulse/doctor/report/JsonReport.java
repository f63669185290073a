package io.gpulse.doctor.report;

import static io.gpulse.recording.JsonValues.object;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.Source;
import io.gpulse.doctor.examination.Driver;
import io.gpulse.doctor.examination.ExaminedGpu;
import io.gpulse.doctor.examination.Machine;
import io.gpulse.doctor.examination.PcieSource;
import io.gpulse.metric.Reading;
import io.gpulse.nvml.library.LibraryPlace;
import io.gpulse.setup.ContainerEnvironment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The report as a document of objects, arrays and values. Its keys are part of the public contract, and so are the
 * components of the records in it: nodes, checks, steps, calls and the comparison.
 */
public record JsonReport(Report report) {

    /** Grows when a key changes its meaning or goes away. */
    private static final int FORMAT = 1;

    public Map<String, @Nullable Object> document() {
        return object(
                "format", FORMAT,
                "gpulse", this.report.machine().gpulse(),
                "at", this.report.at(),
                "exitCode", this.report.exitCode().code(),
                "verdict", this.report.verdict(),
                "hints", this.report.hints(),
                "hangs", this.report.hangs(),
                "machine", machine(),
                "driver", driver(),
                "nodes", this.report.nodes(),
                "gpus", this.report.gpus().stream().map(JsonReport::gpu).toList(),
                "support", support(),
                "calls", this.report.calls(),
                "comparison", this.report.comparison());
    }

    private Map<String, @Nullable Object> machine() {
        Machine machine = this.report.machine();
        ContainerEnvironment container = this.report.container();
        return object(
                "host", machine.host(),
                "system", machine.system(),
                "kernel", machine.kernel(),
                "java", machine.java(),
                "user", machine.user(),
                "ids", machine.uid(),
                "container", container.container(),
                "containerMarks", container.marks(),
                "variables", container.variables(),
                "wsl", container.wsl());
    }

    private Map<String, @Nullable Object> driver() {
        Driver driver = this.report.driver();
        Source source = driver.source();
        return object(
                "trouble", driver.trouble(),
                "version", source == null ? null : source.driverVersion(),
                "nvml", source == null ? null : source.nvmlVersion(),
                "cuda", source == null ? null : source.cudaVersion(),
                "module", driver.module(),
                "library", driver.places().stream().map(JsonReport::place).toList(),
                "onDisk", driver.onDisk(),
                "checks", driver.diagnosis().checks(),
                "steps", driver.diagnosis().steps());
    }

    private static Map<String, @Nullable Object> place(LibraryPlace place) {
        return object("place", place.name(), "realPath", place.realPath(), "refusal", place.refusal());
    }

    private static Map<String, @Nullable Object> gpu(ExaminedGpu gpu) {
        return object(
                "index", gpu.index(),
                "uuid", gpu.identity().map(GpuIdentity::uuid).orElse(null),
                "name", gpu.identity().map(GpuIdentity::name).orElse(null),
                "pciBusId", gpu.identity().map(GpuIdentity::pciBusId).orElse(null),
                "state", gpu.condition(),
                "detail", gpu.detail(),
                "implausible",
                        gpu.implausible().entrySet().stream()
                                .map((value) -> object("metric", value.getKey().key(), "raw", value.getValue()))
                                .toList(),
                "lookMillis", gpu.lookMillis(),
                "pcie", gpu.pcie().stream().map(JsonReport::pcie).toList());
    }

    private static Map<String, @Nullable Object> pcie(PcieSource source) {
        OptionalDouble bytes = source.reading().number();
        return object(
                "metric",
                source.row().key(),
                "source",
                source.source(),
                "bytesPerSecond",
                bytes.isPresent() ? bytes.getAsDouble() : null,
                "absent",
                source.reading() instanceof Reading.Absent absent ? absent.reason() : null);
    }

    private List<Map<String, @Nullable Object>> support() {
        MetricSupport support = this.report.support();
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        for (MetricSupport.Row row : support.rows()) {
            List<Integer> there = new ArrayList<>();
            List<Map<String, @Nullable Object>> absent = new ArrayList<>();
            for (int group = 0; group < support.groups().size(); group++) {
                List<Integer> gpus = support.groups().get(group).gpus();
                MetricSupport.Standing standing = row.byGroup().get(group);
                standing.reason()
                        .ifPresent((reason) -> absent.add(object(
                                "gpus",
                                gpus,
                                "reason",
                                reason,
                                "remedy",
                                row.metric().spec().remedy(reason))));
                there.addAll(standing.equals(MetricSupport.Standing.THERE) ? gpus : List.of());
            }
            rows.add(object("metric", row.metric().key(), "gpus", there, "absent", absent));
        }
        return rows;
    }
}
