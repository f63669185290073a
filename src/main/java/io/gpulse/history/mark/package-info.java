/** What people note of moments. */
@NullMarked
package io.gpulse.history.mark;

import org.jspecify.annotations.NullMarked;
