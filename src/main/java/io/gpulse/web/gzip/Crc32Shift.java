package io.gpulse.web.gzip;

/**
 * The effect of N following bytes on a CRC-32: it is multiplied by x to the power of 8 N, modulo the polynomial of
 * CRC-32. So the checksum of a whole is computed from those of its parts, without their bytes.
 */
final class Crc32Shift {

    /** Bit 31 is the coefficient of x⁰. */
    private static final int ONE = 1 << 31;

    private static final int POLYNOMIAL = 0xedb88320;

    /** x to the power of 2 to the power of the index. */
    private static final int[] SQUARES = new int[Long.SIZE];

    static {
        SQUARES[0] = ONE >>> 1;
        for (int power = 1; power < SQUARES.length; power++) {
            SQUARES[power] = multiply(SQUARES[power - 1], SQUARES[power - 1]);
        }
    }

    private final int factor;

    private Crc32Shift(int factor) {
        this.factor = factor;
    }

    static Crc32Shift over(long bytes) {
        int factor = ONE;
        long bits = bytes * Byte.SIZE;
        for (int power = 0; bits != 0; power++, bits >>>= 1) {
            if ((bits & 1) != 0) {
                factor = multiply(SQUARES[power], factor);
            }
        }
        return new Crc32Shift(factor);
    }

    /** Returns the checksum of two parts, of which the second has the length of this shift. */
    int join(int before, int after) {
        return multiply(this.factor, before) ^ after;
    }

    private static int multiply(int one, int other) {
        int product = 0;
        int shifted = other;
        for (int rest = one; rest != 0; rest <<= 1) {
            if (rest < 0) {
                product ^= shifted;
            }
            shifted = (shifted >>> 1) ^ (-(shifted & 1) & POLYNOMIAL);
        }
        return product;
    }
}
