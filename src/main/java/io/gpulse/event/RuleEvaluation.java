package io.gpulse.event;

import java.util.Set;

/**
 * The part of the evaluation of a rule that found nothing.
 *
 * @param rule its id
 * @param inapplicable whether the machine has nothing that the rule could apply to
 * @param nothing whether the rule was evaluated completely and does not hold at all
 * @param clear UUIDs of the GPUs for which it does not hold
 */
public record RuleEvaluation(String rule, boolean inapplicable, boolean nothing, Set<String> clear) {

    public RuleEvaluation {
        clear = Set.copyOf(clear);
    }

    /**
     * Returns whether an earlier alert of the rule is over.
     *
     * @param gpus UUIDs of the GPUs of that alert; none for an alert about the machine
     */
    boolean isOver(Set<String> gpus) {
        return this.inapplicable || (gpus.isEmpty() ? this.nothing : this.clear.containsAll(gpus));
    }
}
