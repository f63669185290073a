package io.gpulse.doctor;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A device node of the driver.
 *
 * @param refusal why it cannot be opened for reading and writing; null when it can
 */
record Node(
        String path,
        String permissions,
        String owner,
        @Nullable String refusal) {

    /** All that there are. Opening one wakes its GPU up, which can take long: have somebody attend to it. */
    static List<Node> at(Site site) {
        List<Path> nodes = new ArrayList<>(site.list("dev", "nvidia"));
        nodes.addAll(site.list("dev/nvidia-caps", "nvidia-cap"));
        nodes.addAll(site.list("dev", "dxg"));
        return nodes.stream()
                .filter((node) -> !Files.isDirectory(node))
                .map((node) -> of(node, site.shown(node)))
                .toList();
    }

    private static Node of(Path node, String shown) {
        try {
            PosixFileAttributes facts = Files.readAttributes(node, PosixFileAttributes.class);
            return new Node(
                    shown,
                    PosixFilePermissions.toString(facts.permissions()),
                    facts.owner().getName() + ":" + facts.group().getName(),
                    refusal(node));
        } catch (IOException | UnsupportedOperationException unreadable) {
            return new Node(shown, "unknown", "unknown", String.valueOf(unreadable.getMessage()));
        }
    }

    /** Permissions are not all: a container's rules for devices refuse what they allow. */
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
