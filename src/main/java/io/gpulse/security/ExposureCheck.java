package io.gpulse.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/** Checks that gpulse is not readable from the network unless the configuration permits it. */
final class ExposureCheck {

    private static final Logger log = LoggerFactory.getLogger("io.gpulse");

    private ExposureCheck() {}

    /** @throws ExposureException when gpulse would be readable from the network without credentials */
    static void check(Environment environment, SecurityProperties properties) {
        String open = openAddress(environment);
        if (properties.anonymous() == SecurityProperties.Anonymous.READ) {
            log.warn(
                    "gpulse.security.anonymous=read: everyone who reaches {} may read everything{}.",
                    open == null ? "this machine's port" : open,
                    showsCommands(environment) ? ", command lines of processes too" : " but command lines");
        } else if (open != null && !properties.hasCredentials()) {
            throw new ExposureException("gpulse would listen on " + open + ", where others could read it. Give it a"
                    + " token (gpulse.security.tokens.NAME.file), or a user (gpulse.security.users.NAME.password), or"
                    + " permit everyone to read (gpulse.security.anonymous=read).");
        }
    }

    private static boolean showsCommands(Environment environment) {
        return environment
                .getProperty("gpulse.processes.command-line", "hidden")
                .equalsIgnoreCase("all");
    }

    /** Returns an address that is reachable from the network, or null. */
    private static @Nullable String openAddress(Environment environment) {
        String address = environment.getProperty("server.address");
        if (!isLoopback(address)) {
            return described(address);
        }
        String management = environment.getProperty("management.server.address");
        boolean apart = environment.getProperty("management.server.port") != null;
        return apart && !isLoopback(management) ? described(management) : null;
    }

    private static String described(@Nullable String address) {
        return address == null || address.isBlank() ? "every address" : address;
    }

    private static boolean isLoopback(@Nullable String address) {
        try {
            // An empty name would be the loopback address here, and every address for the server.
            return address != null
                    && !address.isBlank()
                    && InetAddress.getByName(address).isLoopbackAddress();
        } catch (UnknownHostException unknown) {
            return false;
        }
    }
}
