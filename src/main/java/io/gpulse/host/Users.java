package io.gpulse.host;

import io.gpulse.metric.PrintableText;
import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The users of processes. The names come from the system, so that they include those of a directory service; each is
 * looked up once, since that can take long.
 */
final class Users {

    private static final Path LOCAL = Path.of("/etc/passwd");

    private final ProcFolder proc;
    private final Map<String, Reading> names = new HashMap<>();
    private final Map<String, String> local = new HashMap<>();

    Users(ProcFolder proc) {
        this.proc = proc;
    }

    /** Returns whether the system has named this user; a user shown by its number may get a name later. */
    boolean isNamed(Reading user) {
        return this.names.containsValue(user);
    }

    /** Returns the name of a user; the number if neither a process nor the list of local users has the name. */
    String nameOf(String uid) {
        return this.names.get(uid) instanceof Reading.Text known
                ? known.text()
                : this.local.computeIfAbsent(uid, Users::localName);
    }

    private static String localName(String uid) {
        return ProcFile.read(LOCAL)
                .text()
                .lines()
                .map((line) -> line.split(":", 4))
                .filter((user) -> user.length > 2 && user[2].equals(uid) && !user[0].isEmpty())
                .findFirst()
                .map((user) -> PrintableText.of(user[0]))
                .orElse(uid);
    }

    /** Returns the number of the user of a file or a folder. */
    static String uid(Path file) throws IOException {
        return String.valueOf(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }

    static boolean isRoot(Path file) {
        try {
            return uid(file).equals("0");
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }

    Reading of(int pid) {
        ProcFile status = this.proc.read(pid + "/status");
        if (status.unread() != null) {
            return Reading.absent(status.unread() == Reason.NOT_SUPPORTED ? Reason.NO_DATA : status.unread());
        }
        // Real, effective, saved and of the file system.
        return status.after("Uid:")
                .map((numbers) -> numbers.split("\\s+"))
                .filter((numbers) -> numbers.length > 1)
                .map((numbers) -> named(numbers[1], this.proc.path(pid)))
                .orElse(Reading.absent(Reason.ERROR));
    }

    /** Returns the name of a user; its number if the folder of the process belongs to another user, as when hidden. */
    private Reading named(String uid, Path folder) {
        Reading known = this.names.get(uid);
        if (known != null) {
            return known;
        }
        try {
            if (!uid.equals(uid(folder))) {
                return new Reading.Text(uid);
            }
            Reading name = new Reading.Text(Files.getOwner(folder).getName());
            this.names.put(uid, name);
            return name;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException nameless) {
            return new Reading.Text(uid);
        }
    }
}
