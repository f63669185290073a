/**
 * The look of the kit: asks gpulse, its doctor and nvidia-smi as a user asks them, compares what they say, and writes a
 * report. It knows them from outside only, and lies in a jar of its own.
 */
@NullMarked
package io.gpulse.kit;

import org.jspecify.annotations.NullMarked;
