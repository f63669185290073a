/** Reports of the driver, merged into one row per incident. */
@NullMarked
package io.gpulse.event.incident;

import org.jspecify.annotations.NullMarked;
