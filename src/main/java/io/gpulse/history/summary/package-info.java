/** Summaries of stored time and energy by GPU, process and user. */
@NullMarked
package io.gpulse.history.summary;

import org.jspecify.annotations.NullMarked;
