/** Reports the state of this machine, compared with nvidia-smi; runs without Spring. */
@NullMarked
package io.gpulse.doctor;

import org.jspecify.annotations.NullMarked;
