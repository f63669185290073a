/** Runs nvidia-smi, the vendor's program, and parses its output. */
@NullMarked
package io.gpulse.smi;

import org.jspecify.annotations.NullMarked;
