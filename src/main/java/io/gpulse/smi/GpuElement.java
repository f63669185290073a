package io.gpulse.smi;

import io.gpulse.device.GpuIdentity;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The element of a GPU in nvidia-smi's XML.
 *
 * @param id its bus id, as nvidia-smi writes it; empty without one
 * @param values the texts by the names of the elements below the GPU's, as {@code fb_memory_usage/total}
 * @param processes the texts of each process by the name of the element
 * @param migDevices the texts of each MIG device by the names of the elements below it
 */
record GpuElement(
        String id,
        Map<String, String> values,
        List<Map<String, String>> processes,
        List<Map<String, String>> migDevices) {

    /** The length of the domain of a bus id in old drivers. */
    private static final int SHORT_DOMAIN = 4;

    /** The name of a value that is no element of nvidia-smi. */
    private static final String UNREACHABLE = "gpulse/unreachable";

    GpuElement {
        values = Map.copyOf(values);
        processes = List.copyOf(processes);
        migDevices = List.copyOf(migDevices);
    }

    Optional<String> text(String path) {
        return text(this.values, path);
    }

    /**
     * Returns the text of an element; if there is none, that of the closest element around it which has only a text:
     * nvidia-smi writes {@code N/A} in place of a whole group.
     */
    static Optional<String> text(Map<String, String> texts, String path) {
        String place = path;
        while (true) {
            String text = texts.get(place);
            if (text != null) {
                return Optional.of(text);
            }
            int end = place.lastIndexOf('/');
            if (end < 0) {
                return Optional.empty();
            }
            place = place.substring(0, end);
        }
    }

    /** Returns the bus id as gpulse writes it: upper case, the domain with eight digits. */
    String busId() {
        String written = AbsentText.reason(this.id) == null ? this.id : this.values.getOrDefault("pci/pci_bus_id", "");
        return busId(written);
    }

    static String busId(String written) {
        String domain = written.indexOf(':') == SHORT_DOMAIN ? "0000" : "";
        return (domain + written).toUpperCase(Locale.ROOT);
    }

    /** Returns the element of a GPU that nvidia-smi does not reach. */
    GpuElement unreachable(String quoted) {
        Map<String, String> kept = new HashMap<>(Map.of(UNREACHABLE, quoted));
        Stream.of("uuid", "product_name").forEach((name) -> text(name).ifPresent((text) -> kept.put(name, text)));
        return new GpuElement(this.id, kept, List.of(), List.of());
    }

    /** Returns its identity; a part that nvidia-smi does not print is empty. */
    GpuIdentity identity() {
        return new GpuIdentity(word("uuid"), word("product_name"), busId());
    }

    /** Returns whether two elements are of one GPU; nvidia-smi prints no UUID of a lost one. */
    boolean isSame(GpuElement other) {
        String uuid = word("uuid");
        String others = other.word("uuid");
        return busId().equals(other.busId()) && (uuid.isEmpty() || others.isEmpty() || uuid.equals(others));
    }

    boolean hasNoUuid() {
        return word("uuid").isEmpty();
    }

    private String word(String path) {
        String text = this.values.getOrDefault(path, "");
        return AbsentText.reason(text) == null ? text : "";
    }

    boolean isLost() {
        return lost().isPresent();
    }

    /** Returns the sentence about a lost GPU; empty for another one. */
    Optional<String> lost() {
        Optional<String> lost = prints("GPU is lost") ? Optional.of("GPU is lost") : Optional.empty();
        return Optional.ofNullable(this.values.get(UNREACHABLE))
                .or(() -> lost)
                .map((printed) -> "nvidia-smi prints: " + printed + ".");
    }

    boolean requiresReset() {
        return prints("GPU requires reset");
    }

    private boolean prints(String words) {
        return this.values.values().stream().anyMatch((text) -> text.equals(words) || text.equals("[" + words + "]"));
    }
}
