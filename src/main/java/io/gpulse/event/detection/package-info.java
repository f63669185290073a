/** Detectors, which compare snapshots. */
@NullMarked
package io.gpulse.event.detection;

import org.jspecify.annotations.NullMarked;
