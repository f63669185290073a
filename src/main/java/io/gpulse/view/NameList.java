package io.gpulse.view;

import io.gpulse.metric.InvalidNamesException;
import io.gpulse.metric.NameTable;
import io.gpulse.web.ProblemException;
import java.util.List;

/** Parses parameters that are comma-separated names. */
public final class NameList {

    private NameList() {}

    /**
     * Returns the distinct names without surrounding blanks and without empty ones.
     *
     * @param parameter name of the parameter
     * @throws ProblemException when there are too many names
     */
    public static List<String> of(String parameter, String written) {
        try {
            return NameTable.split(parameter, written);
        } catch (InvalidNamesException tooMany) {
            throw ProblemException.badRequest(String.valueOf(tooMany.getMessage()));
        }
    }
}
