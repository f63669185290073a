/** Limits of answers from the history: how many at once, how many to one address, and how slowly a client may read. */
@NullMarked
package io.gpulse.history.answer;

import org.jspecify.annotations.NullMarked;
