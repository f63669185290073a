/** Marks: notes of users about moments. */
@NullMarked
package io.gpulse.history.mark;

import org.jspecify.annotations.NullMarked;
