package io.gpulse.text.query;

import static java.util.Comparator.comparing;

import io.gpulse.device.GpuIdentity;
import io.gpulse.device.GpuSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.SourceKind;
import io.gpulse.metric.Metric;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.SmiGeneration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A GPU in a snapshot.
 *
 * @param sheet the kind of output
 * @param generation the generation of nvidia-smi to imitate
 */
public record GpuRow(Snapshot snapshot, GpuSample gpu, Sheet sheet, SmiGeneration generation) {

    /** Kinds of output, which compute some values differently. */
    public enum Sheet {
        CSV,
        LOG,
        TABLE
    }

    /** Properties that are also known of a GPU that does not respond. */
    private static final Map<Metric, Function<GpuIdentity, String>> REMEMBERED = Map.of(
            Metric.NAME, GpuIdentity::name,
            Metric.UUID, GpuIdentity::printedUuid,
            Metric.PCI_BUS_ID, GpuIdentity::pciBusId);

    private static final String NO_GUID = "0x0000000000000000";

    public static GpuRow of(Snapshot snapshot, GpuSample gpu, Sheet sheet) {
        return new GpuRow(
                snapshot, gpu, sheet, SmiGeneration.of(snapshot.source().driverVersion()));
    }

    /** Returns the time of the readings; for a GPU that does not respond, the time of the round. */
    Instant time() {
        Instant sampledAt = this.gpu.sampledAt();
        return !this.gpu.hasReadings() || sampledAt == null ? this.snapshot.takenAt() : sampledAt;
    }

    public Cell cell(Metric metric) {
        Function<GpuIdentity, String> remembered = REMEMBERED.get(metric);
        GpuIdentity identity = this.gpu.identity();
        if (remembered != null && identity != null) {
            return Cell.value(remembered.apply(identity));
        }
        if (!this.gpu.hasReadings()) {
            return Cell.reason(Cell.words(this.gpu.state()));
        }
        if (metric == Metric.DISPLAY_MODE && this.generation.deprecatesDisplayMode()) {
            return Cell.reason(Cell.words(Reason.DEPRECATED));
        }
        Reading reading = this.gpu.readings().of(metric).orElse(Reading.absent(Reason.NO_DATA));
        if (reading instanceof Reading.Present present) {
            return Cell.value(figure(metric, present));
        }
        return absent(metric, ((Reading.Absent) reading).reason());
    }

    /** Returns the processes in the order of nvidia-smi's log, which is that of their ids. */
    List<ProcessSample> processes() {
        return this.gpu.known().processes().stream()
                .sorted(comparing((process) -> process.pid(), Integer::compareUnsigned))
                .toList();
    }

    /** Returns whether the driver, or the output of nvidia-smi that was read, has a row. */
    boolean lists(Metric metric) {
        return this.gpu
                .readings()
                .absence(metric)
                .filter((why) -> why == Reason.DRIVER_TOO_OLD || why == Reason.NOT_IN_SOURCE)
                .isEmpty();
    }

    /** Returns whether its figures are those of an output of nvidia-smi. */
    boolean isPrinted() {
        return this.snapshot.source().kind() == SourceKind.NVIDIA_SMI;
    }

    boolean isOn(Metric mode) {
        return this.gpu.readings().number(mode).orElse(0) != 0;
    }

    /** Returns whether nvidia-smi prints the N/A of a row without brackets. */
    private boolean isBare(Metric metric) {
        return metric == Metric.FABRIC_STATE
                ? !this.generation.bracketsFabricState()
                : metric == Metric.TEMPERATURE_MEMORY || metric.key().startsWith("fabric.");
    }

    /** Returns the cell for a property that gpulse does not read. */
    Cell unread() {
        return this.gpu.hasReadings() ? Cell.notAvailable() : Cell.reason(Cell.words(this.gpu.state()));
    }

    private String figure(Metric metric, Reading.Present present) {
        return MemoryLeft.of(metric, this)
                .flatMap((left) -> left.in(this))
                .orElseGet(() -> metric.spec().printing().cell(present, this.generation));
    }

    private Cell absent(Metric metric, Reason reason) {
        if (metric == Metric.PLATFORM_CHASSIS && reason == Reason.NO_DATA) {
            return Cell.bare("");
        }
        if (metric == Metric.PLATFORM_FABRIC_GUID && reason == Reason.NO_DATA) {
            return Cell.bare(this.sheet == Sheet.CSV ? NO_GUID : Cell.NOT_AVAILABLE);
        }
        if (metric == Metric.FABRIC_STATUS && reason == Reason.NO_DATA) {
            return Cell.bare(Cell.NOT_AVAILABLE);
        }
        String words = Cell.words(reason);
        boolean bare = words.equals(Cell.NOT_AVAILABLE) && isBare(metric);
        return bare ? Cell.bare(words) : Cell.reason(words);
    }
}
