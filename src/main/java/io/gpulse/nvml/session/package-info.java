/** From initialising the driver to letting go of it: finds it, attaches GPUs, renews what was lost. */
@NullMarked
package io.gpulse.nvml.session;

import org.jspecify.annotations.NullMarked;
