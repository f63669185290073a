/** The states of GPUs over time: segments of a time span, and the seconds in each state. */
@NullMarked
package io.gpulse.history.states;

import org.jspecify.annotations.NullMarked;
