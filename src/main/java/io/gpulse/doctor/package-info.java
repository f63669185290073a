/** Says what was found on this machine, compared with nvidia-smi; starts without, and before, Spring. */
@NullMarked
package io.gpulse.doctor;

import org.jspecify.annotations.NullMarked;
