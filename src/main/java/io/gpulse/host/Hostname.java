package io.gpulse.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The machine's name as the kernel tells it, else as the network does, else {@code unknown}. Can block while the
 * network is asked. Used by one thread.
 */
final class Hostname implements Supplier<String> {

    private static final String UNKNOWN = "unknown";

    private final Path file;
    private final Supplier<String> network;
    private @Nullable String asked;

    Hostname(Path proc) {
        this(proc, Hostname::ofNetwork);
    }

    Hostname(Path proc, Supplier<String> network) {
        this.file = proc.resolve("sys/kernel/hostname");
        this.network = network;
    }

    @Override
    public String get() {
        String name = ProcFile.read(this.file).text().strip();
        return name.isEmpty() ? elsewhere() : name;
    }

    /** A resolver without an answer can take seconds to say so; it is asked once. */
    private String elsewhere() {
        String known = this.asked;
        if (known == null) {
            String name = this.network.get();
            known = name.isBlank() ? UNKNOWN : name;
            this.asked = known;
        }
        return known;
    }

    private static String ofNetwork() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return UNKNOWN;
        }
    }
}
