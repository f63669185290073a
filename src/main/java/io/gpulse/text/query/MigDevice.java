package io.gpulse.text.query;

import io.gpulse.device.MigSample;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NvidiaSmiLog;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.SmiGeneration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A MIG instance as nvidia-smi lists it.
 *
 * @param index its place among the instances of its GPU, from 0
 * @param generation the generation of nvidia-smi to imitate
 */
public record MigDevice(int index, MigSample sample, SmiGeneration generation) {

    /** The lines of an instance in the log and in XML. */
    static final List<Template.Line> LINES =
            Template.of(NvidiaSmiLog.linesOfInstance()).lines();

    private static final String BAR1_FREE = "mig.bar1.free";

    /** Returns the instances of a GPU in order. */
    public static Stream<MigDevice> of(GpuRow row) {
        List<MigSample> all = row.gpu().known().mig();
        return IntStream.range(0, all.size())
                .mapToObj((place) -> new MigDevice(place, all.get(place), row.generation()));
    }

    /** Returns a reading without its unit, or the reason of its absence. */
    public Cell cell(Metric metric) {
        Reading reading = this.sample.readings().of(metric).orElse(Reading.absent(Reason.NO_DATA));
        return reading instanceof Reading.Present present
                ? Cell.value(metric.spec().printing().cell(present, this.generation))
                : Cell.reason(Cell.words(((Reading.Absent) reading).reason()));
    }

    /** Returns the value of a line with its unit, or the reason of its absence. */
    String text(Template.Value line) {
        String property = line.choices().get(0).property();
        return switch (property) {
            case "index" -> Integer.toString(this.index);
            case "gpu.instance" -> Integer.toString(this.sample.place().gpuInstance());
            case "compute.instance" -> Integer.toString(this.sample.place().computeInstance());
            case BAR1_FREE -> withUnit(bar1Free(), Metric.MIG_BAR1_TOTAL);
            default -> withUnit(cell(LogOutline.metric(property)), LogOutline.metric(property));
        };
    }

    private static String withUnit(Cell cell, Metric metric) {
        String unit = metric.spec().printing().unit();
        return cell.isValue() && !unit.isEmpty() ? cell.text() + " " + unit : cell.plain();
    }

    private Cell bar1Free() {
        Cell total = cell(Metric.MIG_BAR1_TOTAL);
        Cell used = cell(Metric.MIG_BAR1_USED);
        if (!total.isValue() || !used.isValue()) {
            return total.isValue() ? used : total;
        }
        return Cell.value(Long.toString(Long.parseLong(total.text()) - Long.parseLong(used.text())));
    }
}
