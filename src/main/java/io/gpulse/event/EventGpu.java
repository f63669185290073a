package io.gpulse.event;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A GPU that an event is about.
 *
 * @param index The driver's index when the event occurred.
 * @param uuid UUID.
 */
@Schema(name = "EventGpu")
public record EventGpu(
        @Schema(example = "2") int index,

        @Schema(example = "GPU-1a2b3c4d-7b1d-4c3e-9f00-2d1c0b9a8e77")
        String uuid) {

    /** Returns the indexes of {@link #indexes(SortedSet)}; none for an empty text. */
    static SortedSet<Integer> indexes(String written) {
        SortedSet<Integer> indexes = new TreeSet<>();
        for (String part : written.isEmpty() ? List.<String>of() : List.of(written.split(","))) {
            String[] ends = part.split("-");
            for (int i = Integer.parseInt(ends[0]); i <= Integer.parseInt(ends[ends.length - 1]); i++) {
                indexes.add(i);
            }
        }
        return indexes;
    }

    /** Returns indexes in a readable form: {@code 0-3,6}. */
    public static String indexes(SortedSet<Integer> indexes) {
        List<String> parts = new ArrayList<>();
        Integer first = null;
        for (Integer index : indexes) {
            first = first == null ? index : first;
            if (!indexes.contains(index + 1)) {
                parts.add(first.equals(index) ? index.toString() : first + "-" + index);
                first = null;
            }
        }
        return String.join(",", parts);
    }

    /** Returns the facts of an event about several GPUs; none for one GPU or none. */
    static Map<String, String> facts(Collection<EventGpu> gpus) {
        if (gpus.size() < 2) {
            return Map.of();
        }
        TreeMap<String, Integer> byUuid = new TreeMap<>();
        gpus.forEach((gpu) -> byUuid.put(gpu.uuid, gpu.index));
        return Map.of(
                EventAttribute.GPUS, indexes(new TreeSet<>(byUuid.values())),
                EventAttribute.UUIDS, String.join(" ", byUuid.keySet()),
                EventAttribute.INDEXES,
                        byUuid.values().stream().map(Object::toString).collect(Collectors.joining(" ")));
    }

    /**
     * Returns the GPUs of an event, by index. Empty for an event about the machine, and for one about several GPUs that
     * was stored before their indexes were stored with it.
     */
    static List<EventGpu> of(@Nullable EventGpu only, Map<String, String> facts) {
        String uuids = facts.get(EventAttribute.UUIDS);
        String indexes = facts.get(EventAttribute.INDEXES);
        if (only != null || uuids == null || indexes == null) {
            return only == null ? List.of() : List.of(only);
        }
        String[] uuid = uuids.split(" ");
        String[] index = indexes.split(" ");
        List<EventGpu> gpus = new ArrayList<>();
        for (int i = 0; i < Math.min(uuid.length, index.length); i++) {
            gpus.add(new EventGpu(Integer.parseInt(index[i]), uuid[i]));
        }
        gpus.sort(Comparator.comparingInt(EventGpu::index));
        return gpus;
    }
}
