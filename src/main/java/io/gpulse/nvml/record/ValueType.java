package io.gpulse.nvml.record;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import io.gpulse.metric.UnitConversion;
import java.nio.ByteBuffer;
import java.util.OptionalDouble;

/** The type of a number that the driver wrote into eight bytes. Source: {@code nvmlValueType_t}. */
public enum ValueType {
    DOUBLE,
    UNSIGNED_INT,
    UNSIGNED_LONG,
    UNSIGNED_LONG_LONG,
    SIGNED_LONG_LONG,
    SIGNED_INT,
    UNSIGNED_SHORT,
    /** A type that is newer than this version of gpulse. */
    UNKNOWN;

    private static final ValueType[] BY_CODE = values();

    public static ValueType of(int code) {
        return code >= 0 && code < UNKNOWN.ordinal() ? BY_CODE[code] : UNKNOWN;
    }

    /** Returns the number of bits of an integer type. */
    public int bits() {
        return switch (this) {
            case UNSIGNED_INT, SIGNED_INT -> Integer.SIZE;
            case UNSIGNED_SHORT -> Short.SIZE;
            default -> Long.SIZE;
        };
    }

    public boolean isSigned() {
        return this == SIGNED_INT || this == SIGNED_LONG_LONG;
    }

    public boolean isInteger() {
        return this != DOUBLE && this != UNKNOWN;
    }

    /** Returns an integer in 64 bits, extended by its sign if it is signed. */
    public long integer(ByteBuffer memory, int offset) {
        return switch (this) {
            case UNSIGNED_INT -> Integer.toUnsignedLong(memory.getInt(offset));
            case SIGNED_INT -> memory.getInt(offset);
            case UNSIGNED_SHORT -> Short.toUnsignedInt(memory.getShort(offset));
            default -> memory.getLong(offset);
        };
    }

    /** Returns any number; empty when the type is unknown. */
    public OptionalDouble number(ByteBuffer memory, int offset) {
        if (this == UNKNOWN) {
            return OptionalDouble.empty();
        }
        if (this == DOUBLE) {
            return OptionalDouble.of(memory.getDouble(offset));
        }
        long integer = integer(memory, offset);
        return OptionalDouble.of(integer >= 0 || isSigned() ? integer : UnitConversion.unsigned(integer));
    }

    /** Converts the number to a reading of a row. */
    public Reading read(ByteBuffer memory, int offset, UnitConversion conversion) {
        if (this == UNKNOWN) {
            return Reading.absent(Reason.ERROR);
        }
        if (this == DOUBLE) {
            return conversion.of(memory.getDouble(offset));
        }
        long integer = integer(memory, offset);
        return isSigned() ? conversion.ofSigned(integer, bits()) : conversion.of(integer);
    }
}
