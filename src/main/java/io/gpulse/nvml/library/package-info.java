/** The driver's library: its loading, its calls and its return codes. */
@NullMarked
package io.gpulse.nvml.library;

import org.jspecify.annotations.NullMarked;
