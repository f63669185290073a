/** Writes native calls down, and answers them again from what was written down. */
@NullMarked
package io.gpulse.recording;

import org.jspecify.annotations.NullMarked;
