/** What the driver reports, merged into one row an incident. */
@NullMarked
package io.gpulse.event.incident;

import org.jspecify.annotations.NullMarked;
