package io.gpulse.host;

import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The connection files of Jupyter kernels, of which a kernel has one as argument. A file has the path of the notebook
 * since jupyter_client 8; only its user and root may read it.
 */
final class KernelFiles {

    private static final int MOST_BYTES = 16_384;
    private static final int MOST_LETTERS = 1000;
    private static final JsonMapper JSON = new JsonMapper();

    private static final Pattern FILE = Pattern.compile("(?:.*=)?((?:.*/)?kernel-([0-9a-f-]{36}|\\d{1,10})\\.json)");

    private final ProcFolder proc;

    KernelFiles(ProcFolder proc) {
        this.proc = proc;
    }

    /** Returns the kernel that has one of these arguments. */
    Optional<Workload> find(int pid, List<String> arguments) {
        return arguments.stream()
                .map(FILE::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .map((file) -> kernel(file.group(2), notebook(pid, file.group(1))));
    }

    private static Workload kernel(String id, @Nullable String notebook) {
        Evidence evidence = notebook == null ? Evidence.TITLE : Evidence.KERNEL_FILE;
        return new Workload(Kind.KERNEL, id, notebook, null, null, evidence);
    }

    /** Returns the path of the notebook; null when the file does not have it, or is not one of the process's user. */
    private @Nullable String notebook(int pid, String path) {
        try {
            Path process = this.proc.path(pid);
            // The file system of the process can be another than ours, as in a container.
            Path file = process.resolve("root" + path);
            return path.startsWith("/")
                            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                            && Users.uid(file).equals(Users.uid(process))
                    ? notebook(file)
                    : null;
        } catch (IOException | InvalidPathException | UnsupportedOperationException unreadable) {
            return null;
        }
    }

    private static @Nullable String notebook(Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String path = JSON.readTree(content.readNBytes(MOST_BYTES))
                    .path("jupyter_session")
                    .stringValue("");
            return path.isBlank() ? null : path.substring(0, Math.min(path.length(), MOST_LETTERS));
        } catch (JacksonException halfWritten) {
            return null;
        }
    }
}
