package io.gpulse.startup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/**
 * The file with the port that gpulse listens on. It is written after the web server has started, appears whole, is
 * readable by its owner only, and is deleted before the web server stops.
 */
@Component
@EnableConfigurationProperties(LifecycleProperties.class)
final class PortFile implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PortFile.class);

    private final @Nullable Path file;
    private final Environment environment;
    private volatile @Nullable String written;

    /** @throws StartRefusedException when no file can be written there */
    PortFile(LifecycleProperties properties, Environment environment) {
        Path file = properties.portFile();
        this.file = file == null ? null : file.toAbsolutePath();
        this.environment = environment;
        if (this.file != null) {
            check(this.file);
        }
    }

    private static void check(Path file) {
        Path folder = folder(file);
        if (!Files.isDirectory(folder)) {
            throw refused(file, "there is no folder " + folder);
        }
        if (!Files.isWritable(folder)) {
            throw refused(file, "the folder " + folder + " is not writable");
        }
        if (Files.isDirectory(file)) {
            throw refused(file, "it is a folder");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // The move would replace a device such as /dev/null.
            throw refused(file, "it is not a regular file");
        }
    }

    /** Returns the parent folder; for the root of a file system the root itself. */
    private static Path folder(Path file) {
        Path parent = file.getParent();
        return parent == null ? file : parent;
    }

    private static StartRefusedException refused(Path file, String reason) {
        return new StartRefusedException("gpulse.port-file=" + file + " is invalid: " + reason + ".");
    }

    /** Writes the port. The default phase is the last one to start and the first one to stop. */
    @Override
    public void start() {
        String port = this.environment.getProperty("local.server.port");
        if (this.file == null || port == null) {
            return;
        }
        try {
            // A new temporary file is its owner's only; a move replaces a link instead of following it.
            Path draft = Files.createTempFile(folder(this.file), ".gpulse-port", null);
            try {
                Files.writeString(draft, port);
                Files.move(draft, this.file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException failure) {
            throw refused(this.file, String.valueOf(failure.getMessage()));
        }
        this.written = port;
    }

    /** Deletes the file, unless it has the port of another gpulse by now. */
    @Override
    public void stop() {
        String port = this.written;
        this.written = null;
        if (this.file == null || port == null) {
            return;
        }
        try {
            if (Files.readString(this.file).equals(port)) {
                Files.delete(this.file);
            }
        } catch (NoSuchFileException deleted) {
            log.debug("The port file was deleted by another program", deleted);
        } catch (IOException failure) {
            log.warn("The port file {} was not deleted: {}", this.file, failure.getMessage());
        }
    }

    @Override
    public boolean isRunning() {
        return this.written != null;
    }
}
