package io.gpulse.kit;

import java.util.function.Function;

/** The output of gpulse, and that of nvidia-smi for the same query before and after it. */
record BeforeAfter<T>(T before, T ours, T after) {

    <R> BeforeAfter<R> map(Function<T, R> reading) {
        return new BeforeAfter<>(reading.apply(this.before), reading.apply(this.ours), reading.apply(this.after));
    }

    static ComparedValue value(String where, BeforeAfter<String> texts) {
        return new ComparedValue(where, texts.ours(), texts.before(), texts.after());
    }
}
