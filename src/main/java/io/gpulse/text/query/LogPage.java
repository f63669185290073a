package io.gpulse.text.query;

import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import io.gpulse.metric.NvidiaSmiFormat;
import io.gpulse.metric.Reading;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

/** The log of {@code nvidia-smi -q}, written line by line. */
final class LogPage {

    private static final int VALUES_AT = 55;
    private static final int VALUES_OF_PROCESSES_AT = 42;
    private static final String INDENT = "    ";

    private static final List<String> SAMPLES = List.of("Duration", "Number of Samples", "Max", "Min", "Avg");

    private final StringBuilder text = new StringBuilder();

    void begin(Snapshot snapshot) {
        this.text.append("\n==============NVSMI LOG==============\n\n");
        Source source = snapshot.source();
        source.caution().ifPresent((words) -> this.text.append(words).append("\n\n"));
        value(0, "Timestamp", SmiTimestamp.ofLog(snapshot));
        value(0, "Driver Version", Objects.requireNonNullElse(source.driverVersion(), Cell.NOT_AVAILABLE));
        value(0, "CUDA Version", Objects.requireNonNullElse(source.cudaVersion(), Cell.NOT_AVAILABLE));
        this.text.append('\n');
        value(0, "Attached GPUs", Integer.toString(snapshot.gpus().size()));
    }

    void gpu(GpuRow row, Template template, RecentSamples samples) {
        this.text.append("GPU ").append(row.cell(Metric.PCI_BUS_ID).plain()).append('\n');
        LogOutline.of(template, row).forEach((line) -> print(line, row, samples));
        this.text.append('\n');
    }

    private void print(Template.Line line, GpuRow row, RecentSamples samples) {
        if (line instanceof Template.Heading heading) {
            heading(heading);
        } else if (line instanceof Template.Value value) {
            Template.Choice chosen = LogOutline.chosen(value, row);
            value(value.depth() + 1, chosen.tag().label(), LogOutline.text(chosen, row));
        } else if (line instanceof Template.Samples sampled) {
            samples(sampled, row, samples);
        } else if (line instanceof Template.MigDevices) {
            MigDevice.of(row).forEach(this::instance);
        } else {
            processes(row);
        }
    }

    private void heading(Template.Heading heading) {
        this.text
                .append(INDENT.repeat(heading.depth() + 1))
                .append(heading.tag().label())
                .append('\n');
    }

    private void instance(MigDevice device) {
        for (Template.Line line : MigDevice.LINES) {
            if (line instanceof Template.Heading heading) {
                heading(heading);
            } else if (line instanceof Template.Value value) {
                value(value.depth() + 1, value.choices().get(0).tag().label(), device.text(value));
            }
        }
    }

    private void samples(Template.Samples sampled, GpuRow row, RecentSamples recent) {
        int depth = sampled.depth() + 1;
        Metric metric = LogOutline.metric(sampled.property());
        RecentSamples.Figures known = recent.of(row.gpu(), metric).orElse(null);
        if (known == null) {
            SAMPLES.forEach((label) -> value(depth, label, Cell.NOT_AVAILABLE));
            return;
        }
        double seconds = known.span().toMillis() / 1000.0;
        List<String> values = List.of(
                String.format(Locale.ROOT, "%.2f sec", seconds),
                Integer.toString(known.count()),
                extreme(known.max(), metric),
                extreme(known.min(), metric),
                extreme(known.average(), metric));
        IntStream.range(0, values.size()).forEach((place) -> value(depth, SAMPLES.get(place), values.get(place)));
    }

    private static String extreme(double number, Metric metric) {
        NvidiaSmiFormat printing = metric.spec().printing();
        return printing.cell(new Reading.Quantity(number)) + " " + printing.unit();
    }

    private void processes(GpuRow row) {
        Cell count = row.cell(Metric.PROCESSES_RUNNING);
        List<ProcessSample> processes = row.processes();
        if (processes.isEmpty()) {
            value(1, "Processes", count.isValue() ? "None" : count.plain());
            return;
        }
        this.text.append(INDENT).append("Processes\n");
        boolean split = row.isOn(Metric.MIG_MODE_CURRENT);
        processes.forEach((process) -> process(process, split));
    }

    private void process(ProcessSample process, boolean split) {
        Cell memory = Listing.memory(process);
        String unit =
                memory.isValue() ? " " + Metric.PROCESS_MEMORY.spec().printing().unit() : "";
        MigSample.Place place = process.instance();
        if (place != null) {
            ofProcess(2, "GPU instance ID", Integer.toString(place.gpuInstance()));
            ofProcess(2, "Compute instance ID", Integer.toString(place.computeInstance()));
        } else if (!split) {
            ofProcess(2, "GPU instance ID", Cell.NOT_AVAILABLE);
            ofProcess(2, "Compute instance ID", Cell.NOT_AVAILABLE);
        }
        ofProcess(2, "Process ID", Integer.toUnsignedString(process.pid()));
        ofProcess(3, "Type", process.type().letters());
        ofProcess(3, "Name", Listing.name(process).plain());
        ofProcess(3, "Used GPU Memory", memory.plain() + unit);
    }

    private void ofProcess(int depth, String label, String value) {
        line(depth, label, value, VALUES_OF_PROCESSES_AT);
    }

    private void value(int depth, String label, String value) {
        line(depth, label, value, VALUES_AT);
    }

    private void line(int depth, String label, String value, int at) {
        int from = this.text.length();
        this.text.append(INDENT.repeat(depth)).append(label);
        this.text.append(" ".repeat(Math.max(0, at - (this.text.length() - from))));
        this.text.append(": ").append(value).append('\n');
    }

    @Override
    public String toString() {
        return this.text.toString();
    }
}
