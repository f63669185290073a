/** Answers "which GPUs are free for me?" from the latest snapshot and what was seen in the minutes before it. */
@NullMarked
package io.gpulse.selection;

import org.jspecify.annotations.NullMarked;
