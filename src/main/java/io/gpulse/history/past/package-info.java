/** The simulated past of simulated GPUs, with which their history begins. */
@NullMarked
package io.gpulse.history.past;

import org.jspecify.annotations.NullMarked;
