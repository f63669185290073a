package io.gpulse.view;

import io.gpulse.metric.InvalidNamesException;
import io.gpulse.metric.NameTable;
import io.gpulse.web.Refusal;
import java.util.List;

/** Names between commas, as parameters list them: each once, and no more than anybody needs. */
public final class NameList {

    private NameList() {}

    /**
     * The names without blanks around them, and without those that are empty.
     *
     * @param parameter what it is called in the address
     * @throws Refusal when there are too many
     */
    public static List<String> of(String parameter, String written) {
        try {
            return NameTable.split(parameter, written);
        } catch (InvalidNamesException tooMany) {
            throw Refusal.badRequest(String.valueOf(tooMany.getMessage()));
        }
    }
}
