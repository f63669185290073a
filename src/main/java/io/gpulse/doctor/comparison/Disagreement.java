package io.gpulse.doctor.comparison;

import java.util.List;

/**
 * A value of which nvidia-smi says something else than we do.
 *
 * @param ours what the rounds before and after it told, as it would print them; an absence by its reason
 * @param moves whether the value moves by itself, so that another run may agree
 */
public record Disagreement(int gpu, String property, List<String> ours, String theirs, boolean moves) {}
