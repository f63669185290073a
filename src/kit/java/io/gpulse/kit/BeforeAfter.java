package io.gpulse.kit;

import java.util.function.Function;

/** What gpulse printed, and what nvidia-smi printed for the same question before and after. */
record BeforeAfter<T>(T before, T ours, T after) {

    <R> BeforeAfter<R> map(Function<T, R> reading) {
        return new BeforeAfter<>(reading.apply(this.before), reading.apply(this.ours), reading.apply(this.after));
    }

    static ComparedValue value(String where, BeforeAfter<String> texts) {
        return new ComparedValue(where, texts.ours(), texts.before(), texts.after());
    }
}
