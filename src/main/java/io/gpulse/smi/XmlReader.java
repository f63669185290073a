package io.gpulse.smi;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Reads the XML of nvidia-smi, of all its generations: it knows no versions, only places of elements. The document
 * type is skipped, since it names a file that does not exist; entities are refused.
 */
final class XmlReader {

    private static final XMLInputFactory FACTORY = factory();
    private static final int DEEPEST = 24;
    private static final int LONGEST_TEXT = 4096;
    private static final int MOST_GPUS = 512;
    private static final int MOST_ENTRIES = 20_000;

    /** Eight GPUs have 2,000; lists without a row are skipped, and not counted. */
    private static final int MOST_ELEMENTS = 200_000;

    /** The length of the path of a GPU: the root and its own element. */
    private static final int GPU_DEPTH = 2;

    private static final String ROOT = "nvidia_smi_log";
    private static final String GPU = "gpu";
    private static final String PROCESS = "process_info";
    private static final String MIG_DEVICE = "mig_device";

    /** Long lists that have no row. */
    private static final Pattern SKIPPED =
            Pattern.compile("supported_clocks|retired_page\\w*list|accounted_process\\w*");

    /** Characters that XML does not allow; names of processes contain them. */
    private static final Pattern NOT_OF_XML = Pattern.compile("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\uFFFE\\uFFFF]");

    private final XMLStreamReader xml;
    private final Deque<String> path = new ArrayDeque<>();
    private final StringBuilder text = new StringBuilder();
    private final Map<String, String> head = new HashMap<>();
    private final List<GpuElement> gpus = new ArrayList<>();
    private @Nullable OpenGpu gpu;
    private boolean leaf;
    private int elements;

    private XmlReader(XMLStreamReader xml) {
        this.xml = xml;
    }

    /** A GPU whose element is open. */
    private static final class OpenGpu {

        private final String id;
        private final Map<String, String> values = new HashMap<>();
        private final List<Map<String, String>> processes = new ArrayList<>();
        private final List<Map<String, String>> migDevices = new ArrayList<>();

        OpenGpu(@Nullable String id) {
            this.id = id == null ? "" : id.strip();
        }

        /** Begins an entry of a list. */
        static void addTo(List<Map<String, String>> entries) throws SmiRefusedException {
            if (entries.size() >= MOST_ENTRIES) {
                throw new SmiRefusedException(
                        "Its XML lists more than " + MOST_ENTRIES + " processes or MIG devices of a GPU.");
            }
            entries.add(new HashMap<>());
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        return factory;
    }

    /** Reads a document in UTF-8; bytes that are not UTF-8 become U+FFFD. */
    static SmiDocument read(byte[] document) throws SmiRefusedException {
        String text =
                NOT_OF_XML.matcher(new String(document, StandardCharsets.UTF_8)).replaceAll("\uFFFD");
        try {
            return new XmlReader(FACTORY.createXMLStreamReader(new StringReader(text.strip()))).read();
        } catch (XMLStreamException malformed) {
            int line = malformed.getLocation() == null
                    ? 0
                    : malformed.getLocation().getLineNumber();
            throw new SmiRefusedException("Its XML is not well-formed (line " + line + ").");
        }
    }

    private SmiDocument read() throws XMLStreamException, SmiRefusedException {
        while (this.xml.hasNext()) {
            switch (this.xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> begin(this.xml.getLocalName());
                case XMLStreamConstants.END_ELEMENT -> end();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> append();
                case XMLStreamConstants.ENTITY_REFERENCE -> throw new SmiRefusedException("Its XML has entities.");
                default -> {
                    // Comments, white space and the document type.
                }
            }
        }
        return new SmiDocument(
                this.head.get("driver_version"),
                this.head.get("cuda_version"),
                PrintedTime.of(this.head.get("timestamp")),
                this.gpus);
    }

    private void begin(String name) throws XMLStreamException, SmiRefusedException {
        if (this.path.isEmpty() && !name.equals(ROOT)) {
            throw new SmiRefusedException("Its XML begins with <" + name + "> instead of <" + ROOT + ">.");
        }
        if (SKIPPED.matcher(name).matches()) {
            skip();
            return;
        }
        if (this.path.size() >= DEEPEST) {
            throw new SmiRefusedException("Its XML is nested deeper than " + DEEPEST + " elements.");
        }
        if (++this.elements > MOST_ELEMENTS) {
            throw new SmiRefusedException("Its XML has more than " + MOST_ELEMENTS + " elements.");
        }
        this.path.addLast(name);
        this.text.setLength(0);
        this.leaf = true;
        beginPart(name);
    }

    private void beginPart(String name) throws SmiRefusedException {
        if (this.path.size() == GPU_DEPTH && name.equals(GPU)) {
            if (this.gpus.size() >= MOST_GPUS) {
                throw new SmiRefusedException("Its XML lists more than " + MOST_GPUS + " GPUs.");
            }
            this.gpu = new OpenGpu(this.xml.getAttributeValue(null, "id"));
        } else if (this.gpu != null && name.equals(PROCESS)) {
            OpenGpu.addTo(this.gpu.processes);
        } else if (this.gpu != null && name.equals(MIG_DEVICE)) {
            OpenGpu.addTo(this.gpu.migDevices);
        }
    }

    /** Skips an element with all that is in it. */
    private void skip() throws XMLStreamException, SmiRefusedException {
        this.leaf = false;
        for (int depth = 1; depth > 0; ) {
            int event = this.xml.next();
            depth += event == XMLStreamConstants.START_ELEMENT ? 1 : event == XMLStreamConstants.END_ELEMENT ? -1 : 0;
            if (depth > DEEPEST) {
                throw new SmiRefusedException("Its XML is nested deeper than " + DEEPEST + " elements.");
            }
        }
    }

    private void append() {
        int room = LONGEST_TEXT - this.text.length();
        if (room > 0) {
            this.text.append(
                    this.xml.getTextCharacters(), this.xml.getTextStart(), Math.min(room, this.xml.getTextLength()));
        }
    }

    private void end() {
        if (this.leaf) {
            put(this.text.toString().strip());
        }
        this.leaf = false;
        this.text.setLength(0);
        this.path.removeLast();
        if (this.path.size() == 1 && this.gpu != null) {
            OpenGpu closed = this.gpu;
            this.gpus.add(new GpuElement(closed.id, closed.values, closed.processes, closed.migDevices));
            this.gpu = null;
        }
    }

    private void put(String value) {
        OpenGpu open = this.gpu;
        if (open == null) {
            this.head.put(this.path.getLast(), value);
            return;
        }
        List<String> names = List.copyOf(this.path);
        int process = names.indexOf(PROCESS);
        int device = names.indexOf(MIG_DEVICE);
        if (process >= 0) {
            put(open.processes, names, process, value);
        } else if (device >= 0) {
            put(open.migDevices, names, device, value);
        } else if (names.size() > GPU_DEPTH) {
            open.values.putIfAbsent(String.join("/", names.subList(GPU_DEPTH, names.size())), value);
        }
    }

    private static void put(List<Map<String, String>> entries, List<String> names, int place, String value) {
        if (names.size() > place + 1) {
            String below = String.join("/", names.subList(place + 1, names.size()));
            entries.get(entries.size() - 1).putIfAbsent(below, value);
        }
    }
}
