package io.gpulse.insight.rule;

/** What a rule says of one GPU in one round. */
sealed interface Verdict permits Finding, Verdict.Clear, Verdict.Unknown {

    /** It does not hold. */
    Verdict CLEAR = new Clear();

    /** It does not hold. */
    record Clear() implements Verdict {}

    /** Nobody can say. */
    record Unknown(Phrase why) implements Verdict {}

    /** Not enough was seen yet. */
    static Verdict waiting(double seconds) {
        Phrase span = Phrases.duration(seconds);
        return new Unknown(new Phrase("needs samples of " + span.en(), "需要 " + span.zh() + "的采样"));
    }
}
