package io.gpulse.doctor.comparison;

import java.util.List;

/**
 * A value in which nvidia-smi and gpulse differ.
 *
 * @param ours the readings of the rounds before and after, in nvidia-smi's format; an absence by its reason
 * @param moves whether the value changes by itself, so that another run may agree
 */
public record Disagreement(int gpu, String property, List<String> ours, String theirs, boolean moves) {}
