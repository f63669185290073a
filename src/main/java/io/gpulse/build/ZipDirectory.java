package io.gpulse.build;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The central directory of a zip file, which tells where each entry lies. */
final class ZipDirectory {

    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int ENTRY_BYTES = 46;
    private static final String VERSIONS = "META-INF/versions/";

    private ZipDirectory() {}

    /**
     * An entry.
     *
     * @param offset where its header begins
     * @param hasVersions whether there is another one of this name for some version of Java
     */
    record Entry(String name, int offset, int compressed, int length, boolean hasVersions) {}

    static List<Entry> read(byte[] zip) {
        ByteBuffer in = ByteBuffer.wrap(zip).order(ByteOrder.LITTLE_ENDIAN);
        int end = zip.length - END_BYTES;
        while (in.getInt(end) != END) {
            end--;
        }
        List<Entry> entries = new ArrayList<>();
        in.position(in.getInt(end + 16));
        for (int left = in.getShort(end + 10) & 0xffff; left > 0; left--) {
            entries.add(next(in));
        }
        return withVersions(entries);
    }

    /** What only some version of Java gets is an entry of its own. */
    private static List<Entry> withVersions(List<Entry> entries) {
        Set<String> versioned = new LinkedHashSet<>();
        for (Entry entry : entries) {
            int end = entry.name().indexOf('/', VERSIONS.length());
            if (entry.name().startsWith(VERSIONS) && end > 0) {
                versioned.add(entry.name().substring(end + 1));
            }
        }
        List<Entry> all = new ArrayList<>(entries.stream()
                .filter((entry) -> !versioned.contains(entry.name()))
                .toList());
        versioned.forEach((name) -> all.add(new Entry(name, 0, 0, 0, true)));
        return all;
    }

    private static Entry next(ByteBuffer in) {
        int begin = in.position();
        byte[] name = new byte[in.getShort(begin + 28) & 0xffff];
        int more = (in.getShort(begin + 30) & 0xffff) + (in.getShort(begin + 32) & 0xffff);
        in.position(begin + ENTRY_BYTES);
        in.get(name);
        in.position(in.position() + more);
        return new Entry(
                new String(name, StandardCharsets.UTF_8),
                in.getInt(begin + 42),
                in.getInt(begin + 20),
                in.getInt(begin + 24),
                false);
    }
}
