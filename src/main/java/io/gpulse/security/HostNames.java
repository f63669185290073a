package io.gpulse.security;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The host names that gpulse accepts. A foreign page can resolve its own name to the address of this machine (DNS
 * rebinding), so that the browser treats gpulse as part of that page; the Host header has the foreign name. Every
 * numeric address is accepted, because it cannot be resolved to another machine.
 */
final class HostNames {

    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("\\[[0-9A-Fa-f:.%]+](:\\d*)?");
    private static final Pattern PORT = Pattern.compile(":\\d*$");
    private static final String LOCAL = "localhost";
    private static final String ALL = "*";

    private final Set<String> names;
    private final List<String> below;

    HostNames(Collection<String> configured, Collection<String> ofMachine) {
        this.names = new HashSet<>();
        for (String name : ofMachine) {
            this.names.add(plain(name));
            // Multicast DNS is limited to this network.
            this.names.add(plain(name) + ".local");
        }
        configured.forEach((name) -> this.names.add(plain(name)));
        this.below = this.names.stream()
                .filter((name) -> name.startsWith("*."))
                .map((name) -> name.substring(1))
                .toList();
    }

    /**
     * Returns the names of this machine, the usual one first, without a DNS query.
     *
     * @param configured name of the machine; empty for that of the kernel
     * @param hostname file with the kernel's name
     */
    static Set<String> ofMachine(String configured, Path hostname, Map<String, String> environment) {
        Set<String> names = new LinkedHashSet<>(List.of(configured.strip()));
        try {
            names.add(Files.readString(hostname).strip());
        } catch (IOException notThisSystem) {
            // The variables of the environment remain.
        }
        for (String variable : List.of("HOSTNAME", "COMPUTERNAME")) {
            names.add(environment.getOrDefault(variable, ""));
        }
        // An asterisk permits other names, which only the list of accepted names may do.
        names.removeIf((name) -> name.isBlank() || name.contains(ALL));
        return names;
    }

    /** @param host the header, with or without a port */
    boolean include(String host) {
        if (this.names.contains(ALL) || IPV6.matcher(host).matches()) {
            return true;
        }
        String name = plain(PORT.matcher(host).replaceFirst(""));
        return name.equals(LOCAL)
                || name.endsWith("." + LOCAL)
                || IPV4.matcher(name).matches()
                || this.names.contains(name)
                || this.below.stream().anyMatch(name::endsWith);
    }

    private static String plain(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }
}
