package io.gpulse.host;

import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The connection files of Jupyter kernels, of which a kernel has one as argument. A file has the path of the notebook
 * since jupyter_client 8; only its user and root may read it. Its user can let a reader wait for ever, with a pipe or a
 * lease: it is read by a thread of its own, and not at all where command lines are hidden.
 */
final class KernelFiles {

    private static final int MOST_BYTES = 16_384;
    private static final int MOST_LETTERS = 1000;
    private static final long PATIENCE_MILLIS = 1_000;
    private static final JsonMapper JSON = new JsonMapper();
    private static final String ENDING = ".json";
    private static final Pattern NAME = Pattern.compile("kernel-([0-9a-f-]{36}|\\d{1,10})\\.json");

    private final ProcFolder proc;
    private final boolean notebooks;
    private @Nullable Future<@Nullable String> reading;

    /** @param notebooks whether the files are read */
    KernelFiles(ProcFolder proc, boolean notebooks) {
        this.proc = proc;
        this.notebooks = notebooks;
    }

    /** Returns the kernel that has one of these arguments. */
    Optional<Workload> find(int pid, List<String> arguments) {
        for (String argument : arguments) {
            int start = Math.max(argument.lastIndexOf('/'), argument.lastIndexOf('=')) + 1;
            Matcher name = NAME.matcher(argument.endsWith(ENDING) ? argument.substring(start) : "");
            if (name.matches()) {
                String notebook = notebook(pid, argument.substring(Math.max(argument.indexOf('/'), 0)));
                Evidence evidence = notebook == null ? Evidence.TITLE : Evidence.KERNEL_FILE;
                return Optional.of(new Workload(Kind.KERNEL, name.group(1), notebook, null, null, evidence));
            }
        }
        return Optional.empty();
    }

    /** Returns the path of the notebook; null when it is not known in time, or an earlier file is being read. */
    private @Nullable String notebook(int pid, String path) {
        if (!this.notebooks || !path.startsWith("/") || (this.reading != null && !this.reading.isDone())) {
            return null;
        }
        FutureTask<@Nullable String> task = new FutureTask<>(() -> read(pid, path));
        this.reading = task;
        Thread reader = new Thread(task, "gpulse-kernel-file");
        reader.setDaemon(true);
        reader.start();
        try {
            return task.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException unreadable) {
            return null;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Returns the path of the notebook; null when the file does not have it, or is not one of the process's user. */
    private @Nullable String read(int pid, String path) throws IOException {
        Path process = this.proc.path(pid);
        // The file system of the process can be another than ours, as in a container.
        Path file = process.resolve("root" + path);
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || !Users.uid(file).equals(Users.uid(process))) {
            return null;
        }
        try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            String notebook = JSON.readTree(content.readNBytes(MOST_BYTES))
                    .path("jupyter_session")
                    .stringValue("");
            return notebook.isBlank() ? null : notebook.substring(0, Math.min(notebook.length(), MOST_LETTERS));
        }
    }
}
