package io.gpulse.metric;

import java.util.Map;

/** The kind of thing that a metric belongs to. */
public enum Scope {
    GPU,
    LINK,
    MIG,
    PROCESS,
    HOST,
    CORE,
    DISK,
    NETWORK,
    HOST_PROCESS;

    private static final Map<String, Scope> BY_FIRST_WORD =
            Map.of("link", LINK, "process", PROCESS, "host", HOST, "core", CORE, "disk", DISK, "network", NETWORK);

    /** Returns the scope that a key begins with; a key without one belongs to a GPU. */
    static Scope of(String key) {
        return key.startsWith("host.process.") ? HOST_PROCESS : BY_FIRST_WORD.getOrDefault(key.split("\\.", 2)[0], GPU);
    }
}
