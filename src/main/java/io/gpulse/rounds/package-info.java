/** The rounds of the last minutes, as numbers in memory. */
@NullMarked
package io.gpulse.rounds;

import org.jspecify.annotations.NullMarked;
