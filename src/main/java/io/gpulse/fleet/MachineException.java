package io.gpulse.fleet;

import io.gpulse.event.message.LocalizedText;
import java.io.Serial;

/** The reason why a machine gives no report, for users. */
final class MachineException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient LocalizedText sentence;

    MachineException(LocalizedText sentence) {
        super(sentence.en(), null, false, false);
        this.sentence = sentence;
    }

    LocalizedText sentence() {
        return this.sentence;
    }
}
