package io.gpulse.event.xid;

import io.gpulse.event.Severity;
import io.gpulse.event.message.LocalizedText;
import io.gpulse.event.message.Messages;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/**
 * The action that the driver recommends for a GPU. The order is that of the codes, from 0 on.
 *
 * <p>Source: {@code NVML_FI_DEV_GET_GPU_RECOVERY_ACTION}, field 230.
 */
public enum RecoveryAction {
    NONE(Severity.INFO, Precedence.NOTHING),
    RESET(Severity.CRITICAL, Precedence.RESET),
    REBOOT_NODE(Severity.CRITICAL, Precedence.REBOOT),
    DRAIN_P2P(Severity.WARNING, Precedence.REPAIR),
    DRAIN_AND_RESET(Severity.WARNING, Precedence.RESET),
    RECOVER_IMEX(Severity.WARNING, Precedence.REPAIR),
    RESET_BUS(Severity.CRITICAL, Precedence.RESET),
    REBOOT_SYSTEM(Severity.CRITICAL, Precedence.REBOOT);

    private final Severity severity;
    private final Precedence precedence;

    RecoveryAction(Severity severity, Precedence precedence) {
        this.severity = severity;
        this.precedence = precedence;
    }

    /** Returns the action; empty for an unknown code. */
    public static Optional<RecoveryAction> of(long code) {
        return Arrays.stream(values()).filter((action) -> action.code() == code).findFirst();
    }

    public int code() {
        return ordinal();
    }

    public Severity severity() {
        return this.severity;
    }

    public Precedence precedence() {
        return this.precedence;
    }

    /** Returns the action as a sentence. */
    public LocalizedText sentence() {
        return Messages.text("recovery-action.sentence", Map.of("action", words()))
                .capitalized();
    }

    /** Returns the action without a capital and a full stop. */
    public LocalizedText words() {
        return Messages.text(this);
    }
}
