/** Answers what the time and the energy of GPUs went to, and who used them. */
@NullMarked
package io.gpulse.history.summary;

import org.jspecify.annotations.NullMarked;
