package io.gpulse.metric;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The layout of a getter's answer: the slots of one struct, of several out parameters, or of a character buffer.
 * Offsets follow C's natural alignment, which every NVML struct has on x86-64 and aarch64.
 *
 * @param passing how the answer's memory is passed to the getter
 * @param slots in order
 * @param generation n of a struct {@code nvmlX_vn_t} whose first member is its version word; 0 for none
 */
public record Layout(Passing passing, List<Slot> slots, int generation) {

    /** The ways to pass the memory of a result. */
    public enum Passing {
        /** The getter writes nothing. */
        NOTHING,
        /** One pointer to a struct. */
        STRUCT,
        /** A pointer per slot, or the number of a slot that the caller fills. */
        POINTERS,
        /** A pointer to characters, then the length of the buffer. */
        BUFFER_AND_LENGTH
    }

    /** The direction of a slot. */
    public enum Way {
        /** The getter writes it. */
        OUT,
        /** The caller writes the room before each call; the getter writes the used part. */
        ROOM,
        /** The caller writes it before each call, always with the same value. */
        CHOICE,
        /** The caller writes it, and it is passed as a number instead of a pointer. */
        IN
    }

    /**
     * One member.
     *
     * @param room the number that is written before each call: the room, or an input
     */
    public record Slot(String name, CType type, int offset, int bytes, Way way, int room) {

        public Slot(String name, CType type, int offset, int bytes) {
            this(name, type, offset, bytes, Way.OUT, 0);
        }
    }

    private static final int U32_BYTES = CType.U32.alignment();
    private static final int U64_BYTES = CType.U64.alignment();

    public static final Layout NOTHING = new Layout(Passing.NOTHING, List.of(), 0);

    public Layout {
        slots = List.copyOf(slots);
    }

    public static Layout struct() {
        return new Layout(Passing.STRUCT, List.of(), 0);
    }

    static Layout struct(int generation) {
        return new Layout(Passing.STRUCT, List.of(), generation).u32("version");
    }

    public static Layout pointers() {
        return new Layout(Passing.POINTERS, List.of(), 0);
    }

    static Layout buffer(int length) {
        return new Layout(Passing.BUFFER_AND_LENGTH, List.of(), 0).with("", CType.CHARS, length);
    }

    /** Returns a struct of records that the caller decodes. */
    public static Layout records(int bytes) {
        return struct().array("records", bytes);
    }

    public Layout u8(String... names) {
        return with(CType.U8, names);
    }

    public Layout u32(String... names) {
        return with(CType.U32, names);
    }

    Layout i32(String... names) {
        return with(CType.I32, names);
    }

    public Layout u64(String... names) {
        return with(CType.U64, names);
    }

    public Layout chars(String name, int length) {
        return with(name, CType.CHARS, length);
    }

    /** Adds the sixteen bytes of a UUID. */
    Layout uuid(String name) {
        return with(name, CType.UUID, 16);
    }

    /** Adds sixteen bytes of which the first eight are a GUID. */
    Layout guid(String name) {
        return with(name, CType.GUID, 16);
    }

    /** Adds a struct of a version word, which is written before each call, and a number. */
    Layout versioned(String name, int structGeneration) {
        int bytes = 2 * U32_BYTES;
        int word = bytes | structGeneration << 24;
        return with(new Slot(name, CType.VERSIONED, aligned(end(), U32_BYTES), bytes, Way.ROOM, word));
    }

    /** Adds entries that the caller decodes. */
    public Layout array(String name, int bytes) {
        return with(name, CType.ARRAY, bytes);
    }

    /** Adds an {@code unsigned int *} with the room before the call, and the used part after it. */
    public Layout room(String name, int entries) {
        return with(new Slot(name, CType.U32, aligned(end(), U32_BYTES), U32_BYTES, Way.ROOM, entries));
    }

    /** Adds a member that is an input. */
    Layout input(String name, int value) {
        return with(new Slot(name, CType.U32, aligned(end(), U32_BYTES), U32_BYTES, Way.CHOICE, value));
    }

    /** Returns the inputs among the members of the struct. */
    List<Integer> inputs() {
        return this.slots.stream()
                .filter((slot) -> slot.way() == Way.CHOICE)
                .map(Slot::room)
                .toList();
    }

    /** Adds an {@code unsigned long long}, or a pointer, that the caller passes, another one in each call. */
    public Layout given(String name) {
        return with(new Slot(name, CType.U64, aligned(end(), U64_BYTES), U64_BYTES, Way.IN, 0));
    }

    private Layout with(CType type, String... names) {
        Layout extended = this;
        for (String name : names) {
            extended = extended.with(name, type, type.alignment());
        }
        return extended;
    }

    private Layout with(String name, CType type, int bytes) {
        return with(new Slot(name, type, aligned(end(), type.alignment()), bytes));
    }

    private Layout with(Slot slot) {
        List<Slot> extended = new ArrayList<>(this.slots);
        extended.add(slot);
        return new Layout(this.passing, extended, this.generation);
    }

    public Slot slot(String name) {
        for (Slot slot : this.slots) {
            if (slot.name().equals(name)) {
                return slot;
            }
        }
        throw new IllegalArgumentException("No member " + name + " in " + this.slots);
    }

    /** Returns the size of the answer in bytes, as {@code sizeof} does for a struct. */
    public int size() {
        int widest = this.slots.stream()
                .mapToInt((slot) -> slot.type().alignment())
                .max()
                .orElse(1);
        return aligned(end(), widest);
    }

    /** Returns the struct's version word: {@code sizeof | generation << 24}. */
    public Optional<Integer> versionWord() {
        return this.generation == 0 ? Optional.empty() : Optional.of(size() | this.generation << 24);
    }

    private int end() {
        if (this.slots.isEmpty()) {
            return 0;
        }
        Slot last = this.slots.get(this.slots.size() - 1);
        return last.offset() + last.bytes();
    }

    private static int aligned(int offset, int boundary) {
        return (offset + boundary - 1) / boundary * boundary;
    }
}
