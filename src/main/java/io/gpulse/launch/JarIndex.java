package io.gpulse.launch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Where each entry of the class path lies in gpulse's jar, by the hash of its name. The build writes it, since to read
 * the directories of a hundred nested jars takes longer than to load what is needed of them.
 * <p>A hash table with linear probing: entries of one hash follow each other in the order of the class path. Whether an
 * entry has the name that is looked for is told by its own header.
 */
public final class JarIndex {

    /** Where it is found in the jar. */
    public static final String PATH = "META-INF/gpulse/jar-index.bin";

    static final int SLOT_BYTES = 5 * Integer.BYTES;
    private static final int LONGEST_HEADER = 30 + 512;

    private final List<String> roots;
    private final ByteBuffer slots;
    private final int size;

    /**
     * An entry.
     *
     * @param root which place of the class path it belongs to
     * @param offset where its header begins in the file
     * @param compressed how many bytes it takes in the file; negative where it has to be read by its address, because
     *     another version of Java gets another one
     * @param length how many bytes it has
     */
    public record Entry(int root, int offset, int compressed, int length) {

        boolean hasVersions() {
            return this.compressed < 0;
        }

        int mostBytes() {
            return LONGEST_HEADER + this.compressed;
        }
    }

    JarIndex(byte[] written) {
        ByteBuffer in = ByteBuffer.wrap(written);
        int count = in.getInt();
        List<String> names = new ArrayList<>(count);
        for (int each = 0; each < count; each++) {
            byte[] name = new byte[in.getShort()];
            in.get(name);
            names.add(new String(name, StandardCharsets.UTF_8));
        }
        this.roots = List.copyOf(names);
        this.slots = in.slice();
        this.size = this.slots.capacity() / SLOT_BYTES;
    }

    /** The places of the class path, in its order: nested jars, and the folder of gpulse's own classes. */
    List<String> roots() {
        return this.roots;
    }

    /** Entries whose name has the same hash: that of this name, if there is one, and hardly ever another. */
    List<Entry> candidates(String name) {
        int hash = hash(name);
        List<Entry> found = List.of();
        for (int slot = Math.floorMod(hash, this.size); occupied(slot); slot = (slot + 1) % this.size) {
            if (word(slot, 0) == hash) {
                if (found.isEmpty()) {
                    found = new ArrayList<>(1);
                }
                found.add(new Entry(word(slot, 1) - 1, word(slot, 2), word(slot, 3), word(slot, 4)));
            }
        }
        return found;
    }

    private boolean occupied(int slot) {
        return word(slot, 1) != 0;
    }

    private int word(int slot, int word) {
        return this.slots.getInt(slot * SLOT_BYTES + word * Integer.BYTES);
    }

    private static int hash(String name) {
        return name.hashCode();
    }

    /** What a build has found, in the form in which it is read. */
    public static final class Builder {

        private final List<String> roots = new ArrayList<>();
        private final List<String> names = new ArrayList<>();
        private final List<Entry> entries = new ArrayList<>();

        /** Adds a place of the class path and returns its number. */
        public int root(String name) {
            this.roots.add(name);
            return this.roots.size() - 1;
        }

        /** Adds an entry, in the order of the class path. */
        public void entry(String name, Entry entry) {
            this.names.add(name);
            this.entries.add(entry);
        }

        public byte[] build() {
            int size = this.names.size() * 3 / 2 + 1;
            ByteBuffer slots = ByteBuffer.allocate(size * SLOT_BYTES);
            for (int each = 0; each < this.names.size(); each++) {
                put(slots, size, hash(this.names.get(each)), this.entries.get(each));
            }
            ByteBuffer head = head();
            return ByteBuffer.allocate(head.remaining() + slots.capacity())
                    .put(head)
                    .put(slots)
                    .array();
        }

        private static void put(ByteBuffer slots, int size, int hash, Entry entry) {
            int slot = Math.floorMod(hash, size);
            while (slots.getInt(slot * SLOT_BYTES + Integer.BYTES) != 0) {
                slot = (slot + 1) % size;
            }
            slots.position(slot * SLOT_BYTES);
            slots.putInt(hash).putInt(entry.root() + 1).putInt(entry.offset());
            slots.putInt(entry.compressed()).putInt(entry.length());
            slots.clear();
        }

        private ByteBuffer head() {
            List<byte[]> written = this.roots.stream()
                    .map((name) -> name.getBytes(StandardCharsets.UTF_8))
                    .toList();
            int bytes = written.stream()
                    .mapToInt((name) -> Short.BYTES + name.length)
                    .sum();
            ByteBuffer head = ByteBuffer.allocate(Integer.BYTES + bytes).putInt(written.size());
            written.forEach((name) -> head.putShort((short) name.length).put(name));
            return head.flip();
        }
    }
}
