package io.gpulse.fleet;

import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.io.Serial;
import java.util.Map;

/** The reason why a machine gives no report, for users. */
final class MachineException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1;

    private final transient LocalizedText sentence;

    /** @param key of the text */
    MachineException(String key, Map<String, ?> values) {
        super(key, null, false, false);
        this.sentence = Messages.text(key, values);
    }

    MachineException(String key) {
        this(key, Map.of());
    }

    LocalizedText sentence() {
        return this.sentence;
    }
}
