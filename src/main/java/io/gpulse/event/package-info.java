/** The log of events: detection, storage and publication of faults, states, processes and alerts. */
@NullMarked
package io.gpulse.event;

import org.jspecify.annotations.NullMarked;
