package io.gpulse.host;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The machine's name: the kernel's, else the network's, else {@code unknown}. Can block while the resolver does. Used
 * by one thread.
 */
final class Hostname implements Supplier<String> {

    private static final String UNKNOWN = "unknown";

    private final Path file;
    private final Supplier<String> network;
    private @Nullable String ofNetwork;

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

    /** Returns the network's name. It is resolved once, since a resolver without an answer can take seconds. */
    private String elsewhere() {
        String known = this.ofNetwork;
        if (known == null) {
            String name = this.network.get();
            known = name.isBlank() ? UNKNOWN : name;
            this.ofNetwork = known;
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
