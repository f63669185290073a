package io.gpulse.text.query;

import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * What {@code --format} says.
 *
 * @param header whether a line heads the columns
 * @param units whether values carry their units; headers always do
 */
public record CsvFormat(boolean header, boolean units) {

    /** With all that can be left out. */
    public static final CsvFormat FULL = new CsvFormat(true, true);

    private static final String CSV = "csv";
    private static final String NO_HEADER = "noheader";
    private static final String NO_UNITS = "nounits";
    private static final Set<String> MODIFIERS = Set.of(CSV, NO_HEADER, NO_UNITS);

    /**
     * @param written modifiers between commas, in any order
     * @throws RefusedQueryException for one that nvidia-smi does not know, or without {@code csv}
     */
    public static CsvFormat of(String written) {
        List<String> modifiers = Arrays.asList(written.split(",", -1));
        if (!MODIFIERS.containsAll(modifiers)) {
            throw new RefusedQueryException("Format modifier is not recognized.");
        }
        if (!modifiers.contains(CSV)) {
            throw new RefusedQueryException("Format modifier --format=csv is mandatory.");
        }
        return new CsvFormat(!modifiers.contains(NO_HEADER), !modifiers.contains(NO_UNITS));
    }
}
