package io.gpulse.host;

import io.gpulse.metric.Reading;
import io.gpulse.metric.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Who processes run as. The system is asked for names as it knows them, so that those of a directory service are told
 * too; that can take long, so each is asked for once.
 */
final class Users {

    private final ProcFolder proc;
    private final Map<String, Reading> names = new HashMap<>();

    Users(ProcFolder proc) {
        this.proc = proc;
    }

    /** Whether the system has said so; a number that only stands where it could not be asked may get a name later. */
    boolean isSettled(Reading user) {
        return this.names.containsValue(user);
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
                .map((numbers) -> named(numbers[1], this.proc.root().resolve(Integer.toString(pid))))
                .orElse(Reading.absent(Reason.ERROR));
    }

    /** The folder of a process that is kept from being inspected is not its user's: then the number must do. */
    private Reading named(String uid, Path folder) {
        Reading known = this.names.get(uid);
        if (known != null) {
            return known;
        }
        try {
            if (!uid.equals(String.valueOf(Files.getAttribute(folder, "unix:uid")))) {
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
