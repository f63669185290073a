package io.gpulse.text.query;

import io.gpulse.device.MigSample;
import io.gpulse.device.ProcessSample;
import io.gpulse.device.Snapshot;
import io.gpulse.device.Source;
import io.gpulse.metric.Metric;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** The XML of {@code nvidia-smi -q -x}, written element by element. */
final class XmlPage {

    private static final String DOCTYPE = "<!DOCTYPE nvidia_smi_log SYSTEM \"nvsmi_device_v13.dtd\">";
    private static final String ROOT = "nvidia_smi_log";
    private static final String NONE = "None";

    /** Before the hexadecimal numbers of the log; the XML has them without it where they are of the PCI bus. */
    private static final String HEXADECIMAL = "0x";

    private static final String PCI = "pci_";
    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter xml;

    /** The depths of the open headings of a GPU. */
    private final Deque<Integer> headings = new ArrayDeque<>();

    private int depth;

    XmlPage() {
        try {
            this.xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(this.text);
        } catch (XMLStreamException impossible) {
            throw inMemory(impossible);
        }
    }

    private static IllegalStateException inMemory(XMLStreamException impossible) {
        return new IllegalStateException("XML cannot be written in memory", impossible);
    }

    void begin(Snapshot snapshot) {
        Source source = snapshot.source();
        this.text.append("<?xml version=\"1.0\" ?>\n").append(DOCTYPE).append('\n');
        source.caution()
                .ifPresent((words) -> this.text.append("<!-- ").append(words).append(" -->\n"));
        write(() -> this.xml.writeStartElement(ROOT));
        this.depth = 1;
        element("timestamp", SmiTimestamp.ofLog(snapshot));
        element("driver_version", Objects.requireNonNullElse(source.driverVersion(), Cell.NOT_AVAILABLE));
        element("cuda_version", Objects.requireNonNullElse(source.cudaVersion(), Cell.NOT_AVAILABLE));
        element("attached_gpus", Integer.toString(snapshot.gpus().size()));
    }

    void gpu(GpuRow row, Template template) {
        open("gpu");
        write(() -> this.xml.writeAttribute("id", row.cell(Metric.PCI_BUS_ID).plain()));
        LogOutline.of(template, row).forEach((line) -> print(line, row));
        closeTo(0);
        close();
        line(0);
    }

    /** Ends the document and returns it. */
    String end() {
        line(0);
        write(this.xml::writeEndElement);
        return this.text.append('\n').toString();
    }

    private void print(Template.Line line, GpuRow row) {
        closeTo(line.depth());
        if (line instanceof Template.Heading heading) {
            open(heading.tag().element(), heading.depth());
        } else if (line instanceof Template.Value value) {
            Template.Choice chosen = LogOutline.chosen(value, row);
            String element = chosen.tag().element();
            String written = LogOutline.text(chosen, row);
            boolean prefixed = element.startsWith(PCI) && written.startsWith(HEXADECIMAL);
            element(element, prefixed ? written.substring(HEXADECIMAL.length()) : written);
        } else if (line instanceof Template.MigDevices) {
            instances(row, line.depth());
        } else {
            processes(row);
        }
    }

    private void instances(GpuRow row, int depth) {
        List<MigDevice> all = MigDevice.of(row).toList();
        if (all.isEmpty()) {
            element("mig_devices", row.isOn(Metric.MIG_MODE_CURRENT) ? Cell.NOT_AVAILABLE : NONE);
            return;
        }
        open("mig_devices", depth);
        all.forEach((device) -> MigDevice.LINES.forEach((line) -> instance(device, line, depth + 1)));
    }

    private void instance(MigDevice device, Template.Line line, int depth) {
        closeTo(depth + line.depth());
        if (line instanceof Template.Heading heading) {
            open(heading.tag().element(), depth + heading.depth());
        } else if (line instanceof Template.Value value) {
            element(value.choices().get(0).tag().element(), device.text(value));
        }
    }

    private void processes(GpuRow row) {
        Cell count = row.cell(Metric.PROCESSES_RUNNING);
        List<ProcessSample> processes = row.processes();
        if (processes.isEmpty() && !count.isValue()) {
            element("processes", count.plain());
        } else {
            open("processes");
            processes.forEach(this::process);
            close();
        }
        if (row.isOn(Metric.ACCOUNTING_MODE)) {
            element("accounted_processes", Cell.NOT_AVAILABLE);
        } else {
            open("accounted_processes");
            close();
        }
    }

    private void process(ProcessSample process) {
        Cell memory = Listing.memory(process);
        String unit =
                memory.isValue() ? " " + Metric.PROCESS_MEMORY.spec().printing().unit() : "";
        open("process_info");
        MigSample.Place place = process.instance();
        element("gpu_instance_id", place == null ? Cell.NOT_AVAILABLE : Integer.toString(place.gpuInstance()));
        element("compute_instance_id", place == null ? Cell.NOT_AVAILABLE : Integer.toString(place.computeInstance()));
        element("pid", Integer.toUnsignedString(process.pid()));
        element("type", process.type().letters());
        element("process_name", Listing.name(process).plain());
        element("used_memory", memory.plain() + unit);
        close();
    }

    /** Closes the headings that a line of a depth is not below. */
    private void closeTo(int line) {
        while (!this.headings.isEmpty() && this.headings.peek() >= line) {
            this.headings.pop();
            close();
        }
    }

    /** Opens a heading, which lasts as long as the lines are deeper. */
    private void open(String name, int line) {
        open(name);
        this.headings.push(line);
    }

    private void open(String name) {
        line(this.depth++);
        write(() -> this.xml.writeStartElement(name));
    }

    private void close() {
        line(--this.depth);
        write(this.xml::writeEndElement);
    }

    private void element(String name, String value) {
        line(this.depth);
        write(() -> {
            this.xml.writeStartElement(name);
            this.xml.writeCharacters(value);
            this.xml.writeEndElement();
        });
    }

    private void line(int indent) {
        write(() -> this.xml.writeCharacters("\n" + "\t".repeat(indent)));
    }

    /** Writes to memory. */
    private interface Writing {

        void run() throws XMLStreamException;
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (XMLStreamException impossible) {
            throw inMemory(impossible);
        }
    }
}
