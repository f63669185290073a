package io.gpulse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A program or library of Linux, of 64 bits: what it needs to be loaded. */
final class ElfFile {

    private static final int MAGIC = 0x464c457f;
    private static final int INTERPRETER = 3;
    private static final int DYNAMIC_SECTION = 6;
    private static final int NEEDED = 1;
    private static final int DYNAMIC_ENTRY = 16;

    private final ByteBuffer bytes;

    private ElfFile(byte[] content) {
        this.bytes = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    }

    static Optional<ElfFile> of(byte[] content) {
        ElfFile file = new ElfFile(content);
        return content.length > 64 && file.bytes.getInt(0) == MAGIC ? Optional.of(file) : Optional.empty();
    }

    static Optional<ElfFile> of(Path path) throws IOException {
        return of(Files.readAllBytes(path));
    }

    /** Names of the libraries that it is linked with. */
    List<String> needed() {
        List<String> names = new ArrayList<>();
        dynamicSection().ifPresent((header) -> {
            int from = number(header + 24);
            int strings = number(section(this.bytes.getInt(header + 40)) + 24);
            for (int at = from; at < from + number(header + 32); at += DYNAMIC_ENTRY) {
                if (this.bytes.getLong(at) == NEEDED) {
                    names.add(text(strings + number(at + 8)));
                }
            }
        });
        return names;
    }

    /** The loader by which it is started; empty for a library, and for a program that needs none. */
    Optional<String> interpreter() {
        int headers = number(32);
        for (int i = 0; i < this.bytes.getShort(56); i++) {
            int header = headers + i * this.bytes.getShort(54);
            if (this.bytes.getInt(header) == INTERPRETER) {
                return Optional.of(text(number(header + 8)));
            }
        }
        return Optional.empty();
    }

    private OptionalInt dynamicSection() {
        for (int i = 0; i < this.bytes.getShort(60); i++) {
            if (this.bytes.getInt(section(i) + 4) == DYNAMIC_SECTION) {
                return OptionalInt.of(section(i));
            }
        }
        return OptionalInt.empty();
    }

    private int section(int index) {
        return number(40) + index * this.bytes.getShort(58);
    }

    private int number(int at) {
        return Math.toIntExact(this.bytes.getLong(at));
    }

    private String text(int at) {
        int end = at;
        while (this.bytes.get(end) != 0) {
            end++;
        }
        return new String(this.bytes.array(), at, end - at, US_ASCII);
    }
}
