package io.gpulse.insight.rule;

import static io.gpulse.event.message.Messages.text;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Quantities;
import java.util.Map;

/** The result of a rule for one GPU in one round. */
sealed interface Verdict permits Finding, Verdict.Clear, Verdict.Unknown {

    /** The rule does not hold. */
    Verdict CLEAR = new Clear();

    /** The rule does not hold. */
    record Clear() implements Verdict {}

    /** The rule could not be checked. */
    record Unknown(LocalizedText why) implements Verdict {}

    static Verdict unknown(String key) {
        return new Unknown(text(key));
    }

    /** Returns the verdict until there are samples of this duration. */
    static Verdict waiting(double seconds) {
        return new Unknown(text("check.waiting", Map.of("span", Quantities.duration(seconds))));
    }
}
