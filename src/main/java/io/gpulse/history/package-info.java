/**
 * Remembers samples of GPUs and of the machine for days, and answers for a window of time.
 *
 * <p>{@link io.gpulse.history.HistoryStore} is the port; {@code sqlite} is the file behind it.
 */
@NullMarked
package io.gpulse.history;

import org.jspecify.annotations.NullMarked;
