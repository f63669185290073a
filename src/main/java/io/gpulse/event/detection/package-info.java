/** What can be told from one snapshot to the next. */
@NullMarked
package io.gpulse.event.detection;

import org.jspecify.annotations.NullMarked;
