/** Limits of responses from the history: concurrent queries, in all and per address, and slow clients. */
@NullMarked
package io.gpulse.history.answer;

import org.jspecify.annotations.NullMarked;
