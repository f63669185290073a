/** The first answer for a page: the latest snapshot, the samples before it, and the active insights. */
@NullMarked
package io.gpulse.start;

import org.jspecify.annotations.NullMarked;
