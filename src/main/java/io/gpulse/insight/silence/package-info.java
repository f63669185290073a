/** Silences: insights of a rule that are not published for a time, or at all. */
@NullMarked
package io.gpulse.insight.silence;

import org.jspecify.annotations.NullMarked;
