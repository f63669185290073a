/** Asks nvidia-smi, the vendor's own program, and understands what it prints. */
@NullMarked
package io.gpulse.smi;

import org.jspecify.annotations.NullMarked;
