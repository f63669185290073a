/** Silences: findings of a rule that somebody does not want to be notified of, for a time or for good. */
@NullMarked
package io.gpulse.insight.silence;

import org.jspecify.annotations.NullMarked;
