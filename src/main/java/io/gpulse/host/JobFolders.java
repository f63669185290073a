package io.gpulse.host;

import io.gpulse.device.workload.Reservation;
import io.gpulse.device.workload.Workload;
import io.gpulse.device.workload.Workload.Evidence;
import io.gpulse.device.workload.Workload.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Folders in which the prolog of a scheduler writes a file for each GPU that it assigns to a job, which its epilog
 * deletes: {@code /run/gpustat/0} with the number of a job of Slurm and that of its user, or the job mapping of DCGM's
 * exporter, with a line for each job. Links, folders and files of another form are left out.
 */
final class JobFolders {

    private static final int MOST_FILES = 1024;
    private static final int MOST_BYTES = 4096;
    private static final int MOST_JOBS = 16;

    private static final Pattern PLACE = Pattern.compile("\\d{1,4}(?:\\.\\d{1,4})?|(?:GPU|MIG)-[\\w-]{1,80}");
    private static final Pattern LINE = Pattern.compile("(\\w[\\w.\\[\\]-]{0,63})(?:[ \\t]+(\\d{1,10}))?[ \\t]*");

    private final List<Path> folders;
    private final Users users;

    JobFolders(List<Path> folders, Users users) {
        this.folders = folders;
        this.users = users;
    }

    List<Reservation> read() {
        List<Reservation> found = new ArrayList<>();
        for (Path folder : this.folders) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, JobFolders::isPlace)) {
                for (Path file : files) {
                    if (found.size() < MOST_FILES) {
                        found.addAll(read(file));
                    }
                }
            } catch (IOException | DirectoryIteratorException unreadable) {
                // Most machines have no such folder.
            }
        }
        List<Reservation> each = new ArrayList<>();
        for (Reservation reservation : found) {
            if (each.stream().noneMatch(reservation::isSame)) {
                each.add(reservation);
            }
        }
        return each;
    }

    private static boolean isPlace(Path file) {
        return PLACE.matcher(String.valueOf(file.getFileName())).matches()
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private List<Reservation> read(Path file) {
        try (InputStream content = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = content.readNBytes(MOST_BYTES + 1);
            Stream<String> lines =
                    new String(bytes, 0, Math.min(bytes.length, MOST_BYTES), StandardCharsets.UTF_8).lines();
            return bytes.length > MOST_BYTES
                    ? List.of()
                    : lines.map(LINE::matcher)
                            .filter(Matcher::matches)
                            .limit(MOST_JOBS)
                            .map((line) -> reservation(String.valueOf(file.getFileName()), line))
                            .toList();
        } catch (IOException ended) {
            return List.of();
        }
    }

    private Reservation reservation(String place, Matcher line) {
        String uid = line.group(2);
        if (uid == null) {
            return new Reservation(place, new Workload(Kind.JOB, line.group(1), Evidence.HPC_JOB_FILE), null);
        }
        Workload job = new Workload(Kind.JOB, line.group(1), null, "slurm", null, Evidence.GPUSTAT_FILE);
        return new Reservation(place, job, this.users.nameOf(uid));
    }
}
