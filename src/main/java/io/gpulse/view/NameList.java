package io.gpulse.view;

import io.gpulse.metric.InvalidNamesException;
import io.gpulse.metric.NameTable;
import io.gpulse.web.ProblemException;
import java.util.List;

/** Names between commas, as parameters list them: each once, and no more than anybody needs. */
public final class NameList {

    private NameList() {}

    /**
     * The names without blanks around them, and without those that are empty.
     *
     * @param parameter what it is called in the address
     * @throws ProblemException when there are too many
     */
    public static List<String> of(String parameter, String written) {
        try {
            return NameTable.split(parameter, written);
        } catch (InvalidNamesException tooMany) {
            throw ProblemException.badRequest(String.valueOf(tooMany.getMessage()));
        }
    }
}
