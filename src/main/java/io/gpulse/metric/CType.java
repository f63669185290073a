package io.gpulse.metric;

/** The C types of the driver's answers. */
public enum CType {
    U8(1),
    U32(4),
    I32(4),
    U64(8),
    /** Characters up to a NUL, in the number of the slot. */
    CHARS(1),
    /** The sixteen bytes of a UUID. */
    UUID(1),
    /** Sixteen bytes of which the first eight are a GUID. */
    GUID(1),
    /** A struct of a version word and a 32-bit number. */
    VERSIONED(4),
    /** Entries that the caller decodes. */
    ARRAY(8);

    private final int alignment;

    CType(int alignment) {
        this.alignment = alignment;
    }

    /** Returns the alignment and, except for characters and arrays, the size in bytes. */
    public int alignment() {
        return this.alignment;
    }
}
