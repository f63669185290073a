package io.gpulse.kit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The queries that both nvidia-smi and gpulse support.
 *
 * @param properties of {@code --query-gpu}
 * @param parts of {@code -q -d}
 * @param notes properties and parts that only one of them supports
 */
record SharedQueries(List<String> properties, List<String> parts, List<String> notes) {

    private static final int BAD_REQUEST = 400;

    static SharedQueries find(String helpOfProperties, String help, SmiProgram smi, GpulseChild gpulse) {
        List<String> refused = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        List<String> accepted = smi.accepted(SmiHelp.properties(helpOfProperties), refused);
        List<String> properties = known(accepted, unknown, gpulse);
        List<String> parts = new ArrayList<>();
        List<String> otherParts = new ArrayList<>();
        for (String part : SmiHelp.parts(help)) {
            boolean printed = gpulse.get("/api/v1/query?q&d=" + part).status() != BAD_REQUEST;
            (printed ? parts : otherParts).add(part);
        }
        List<String> notes = new ArrayList<>();
        note(notes, "Listed in nvidia-smi's help, refused by its queries", refused);
        note(notes, "Properties of nvidia-smi that gpulse refuses", unknown);
        note(notes, "Parts of nvidia-smi's log that gpulse does not print", otherParts);
        return new SharedQueries(properties, List.copyOf(parts), List.copyOf(notes));
    }

    /** Returns the names that gpulse accepts. */
    private static List<String> known(List<String> names, List<String> unknown, GpulseChild gpulse) {
        List<String> left = new ArrayList<>(names);
        while (!left.isEmpty()) {
            HttpText answer = gpulse.get(path(left));
            Optional<String> refused = SmiProgram.refusedName(answer.text());
            if (answer.status() != BAD_REQUEST || refused.isEmpty() || !left.remove(refused.get())) {
                return left;
            }
            unknown.add(refused.get());
        }
        return left;
    }

    static String path(List<String> properties) {
        return "/api/v1/query?format=csv&query-gpu=" + GpulseChild.encoded(String.join(",", properties));
    }

    private static void note(List<String> notes, String what, List<String> names) {
        if (!names.isEmpty()) {
            notes.add(what + " (" + names.size() + "): " + String.join(", ", names) + ".");
        }
    }
}
