package io.gpulse.api;

import java.util.Arrays;
import java.util.List;

/** Names between commas, as parameters list them: each once, and no more than anybody needs. */
final class NameList {

    static final int MOST = 512;

    private NameList() {}

    /**
     * The names without blanks around them, and without those that are empty.
     *
     * @param parameter what it is called in the address
     * @throws Refusal when there are too many
     */
    static List<String> of(String parameter, String written) {
        List<String> names = Arrays.stream(written.split(",", -1))
                .map(String::strip)
                .filter((name) -> !name.isEmpty())
                .distinct()
                .toList();
        if (names.size() > MOST) {
            throw Refusal.badRequest(
                    parameter + "= lists " + names.size() + " different names; it takes at most " + MOST + ".");
        }
        return names;
    }
}
