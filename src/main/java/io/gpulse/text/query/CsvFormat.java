package io.gpulse.text.query;

import io.gpulse.web.ProblemException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The value of {@code --format}.
 *
 * @param header whether there is a header line
 * @param units whether values have units; headers always do
 */
public record CsvFormat(boolean header, boolean units) {

    /** The format with header and units. */
    public static final CsvFormat FULL = new CsvFormat(true, true);

    private static final String CSV = "csv";
    private static final String NO_HEADER = "noheader";
    private static final String NO_UNITS = "nounits";
    private static final Set<String> MODIFIERS = Set.of(CSV, NO_HEADER, NO_UNITS);

    /**
     * Parses a format.
     *
     * @param written modifiers separated by commas, in any order
     * @throws ProblemException for an unknown modifier, or without {@code csv}
     */
    public static CsvFormat of(String written) {
        List<String> modifiers = Arrays.asList(written.split(",", -1));
        if (!MODIFIERS.containsAll(modifiers)) {
            throw ProblemException.badRequest("Format modifier is not recognized.");
        }
        if (!modifiers.contains(CSV)) {
            throw ProblemException.badRequest("Format modifier --format=csv is mandatory.");
        }
        return new CsvFormat(!modifiers.contains(NO_HEADER), !modifiers.contains(NO_UNITS));
    }
}
