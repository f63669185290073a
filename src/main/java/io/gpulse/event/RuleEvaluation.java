package io.gpulse.event;

import java.util.Set;

/**
 * What a rule has found not to hold.
 *
 * @param rule its id
 * @param inapplicable whether there is nothing that it could be about
 * @param nothing whether it has looked at everything and found nothing
 * @param clear UUIDs of the GPUs of which it does not hold
 */
public record RuleEvaluation(String rule, boolean inapplicable, boolean nothing, Set<String> clear) {

    public RuleEvaluation {
        clear = Set.copyOf(clear);
    }

    /**
     * Whether what it said before is over.
     *
     * @param gpus UUIDs of those that it was said of; none where it was said of the machine
     */
    boolean isOver(Set<String> gpus) {
        return this.inapplicable || (gpus.isEmpty() ? this.nothing : this.clear.containsAll(gpus));
    }
}
