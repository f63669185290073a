package io.gpulse.security;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.env.Environment;

/** Whether gpulse would be open to others without anybody having said so. */
final class ExposureCheck {

    private static final Logger log = LoggerFactory.getLogger("io.gpulse");

    private ExposureCheck() {}

    /** @throws ExposureException when others could read what nobody meant them to */
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
                    + " say that everyone may read (gpulse.security.anonymous=read).");
        }
    }

    private static boolean showsCommands(Environment environment) {
        return environment
                .getProperty("gpulse.processes.command-line", "hidden")
                .equalsIgnoreCase("all");
    }

    /** An address that others can reach, or null. */
    private static @Nullable String openAddress(Environment environment) {
        String address = environment.getProperty("server.address");
        if (!isLoopback(address)) {
            return said(address);
        }
        String management = environment.getProperty("management.server.address");
        boolean apart = environment.getProperty("management.server.port") != null;
        return apart && !isLoopback(management) ? said(management) : null;
    }

    private static String said(@Nullable String address) {
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
