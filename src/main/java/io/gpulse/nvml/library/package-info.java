/** Loads the driver's library, makes its calls, and says what its return codes mean. */
@NullMarked
package io.gpulse.nvml.library;

import org.jspecify.annotations.NullMarked;
