package io.gpulse.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The configured addresses: those of the property, and those of the file as it is now. */
final class MachineList {

    static final int MOST = 64;

    private static final long LARGEST_FILE = 65_536;

    private final List<MachineAddress> configured;
    private final @Nullable Path file;
    private volatile List<MachineAddress> all;
    private String version = "";

    /** @throws IllegalArgumentException with a sentence for the first entry that is wrong, and for a missing file */
    MachineList(List<String> machines, @Nullable Path file) {
        this.configured = read("gpulse.machines: ", machines);
        this.file = file;
        this.all = this.configured;
        reload();
    }

    List<MachineAddress> all() {
        return this.all;
    }

    /** Returns whether no machine is configured. */
    boolean isEmpty() {
        return this.configured.isEmpty() && this.file == null;
    }

    /**
     * Reads the file if it has changed. Called by one thread at a time.
     *
     * @throws IllegalArgumentException when it cannot be used; then the list is unchanged
     */
    void reload() {
        if (this.file == null) {
            return;
        }
        try {
            BasicFileAttributes found = Files.readAttributes(this.file, BasicFileAttributes.class);
            String now = found.lastModifiedTime() + " " + found.size() + " " + found.fileKey();
            if (!now.equals(this.version)) {
                if (found.size() > LARGEST_FILE) {
                    throw new IllegalArgumentException("gpulse.machines-file is larger than 64 KiB");
                }
                this.all = together(read("gpulse.machines-file: ", Files.readAllLines(this.file)));
                this.version = now;
            }
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("gpulse.machines-file cannot be read ("
                    + unreadable.getClass().getSimpleName() + ")");
        }
    }

    private List<MachineAddress> together(List<MachineAddress> listed) {
        List<MachineAddress> both =
                Stream.concat(this.configured.stream(), listed.stream()).toList();
        check("gpulse.machines and gpulse.machines-file: ", both);
        return both;
    }

    private static List<MachineAddress> read(String place, List<String> lines) {
        List<MachineAddress> addresses = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String entry = lines.get(i).replaceFirst("#.*", "").strip();
            if (!entry.isEmpty()) {
                try {
                    addresses.add(MachineAddress.parse(entry));
                } catch (IllegalArgumentException wrong) {
                    // The entry itself may be a secret in the wrong place.
                    throw new IllegalArgumentException(place + "entry " + (i + 1) + ": " + wrong.getMessage());
                }
            }
        }
        check(place, addresses);
        return List.copyOf(addresses);
    }

    private static void check(String place, List<MachineAddress> addresses) {
        if (addresses.size() > MOST) {
            throw new IllegalArgumentException(
                    place + addresses.size() + " machines are too many; a list has at most " + MOST);
        }
        Optional<MachineAddress> twice = addresses.stream()
                .filter((one) -> addresses.stream()
                                .filter((other) -> other.base().equals(one.base()))
                                .count()
                        > 1)
                .findFirst();
        if (twice.isPresent()) {
            throw new IllegalArgumentException(place + twice.get().base() + " is listed twice");
        }
    }
}
