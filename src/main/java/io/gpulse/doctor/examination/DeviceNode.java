package io.gpulse.doctor.examination;

import io.gpulse.setup.HostSystem;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * A device node of the driver.
 *
 * @param opens whether it can be opened for reading and writing; null when that is not known
 * @param refusal why it cannot be opened, or why that is not known; null when it can
 */
public record DeviceNode(
        String path,
        String permissions,
        String owner,
        @Nullable Boolean opens,
        @Nullable String refusal) {

    /** Opens the device. This wakes its GPU up, which can take long: call it under a watchdog. */
    public static DeviceNode opened(HostSystem system, Path node) {
        String refusal = refusal(node);
        return of(system.shown(node), node, refusal == null, refusal);
    }

    /** Returns a node that was not opened, with the reason. */
    public static DeviceNode unopened(HostSystem system, Path node, String why) {
        return of(system.shown(node), node, null, why);
    }

    private static DeviceNode of(String shown, Path node, @Nullable Boolean opens, @Nullable String refusal) {
        try {
            PosixFileAttributes facts = Files.readAttributes(node, PosixFileAttributes.class);
            return new DeviceNode(
                    shown,
                    PosixFilePermissions.toString(facts.permissions()),
                    facts.owner().getName() + ":" + facts.group().getName(),
                    opens,
                    refusal);
        } catch (IOException | UnsupportedOperationException unreadable) {
            Boolean refused = opens == null ? null : (Boolean) false;
            return new DeviceNode(shown, "unknown", "unknown", refused, String.valueOf(unreadable.getMessage()));
        }
    }

    /** Opens the file in addition to reading its permissions, since a container's device rules can refuse it. */
    private static @Nullable String refusal(Path node) {
        try (FileChannel channel = FileChannel.open(node, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.isOpen() ? null : "closed at once";
        } catch (AccessDeniedException denied) {
            return "permission denied";
        } catch (FileSystemException refused) {
            return refused.getReason() == null ? "refused" : refused.getReason();
        } catch (IOException | UnsupportedOperationException refused) {
            return String.valueOf(refused.getMessage());
        }
    }
}
