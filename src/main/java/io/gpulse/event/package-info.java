/** What happened: faults, states, processes; kept and told. */
@NullMarked
package io.gpulse.event;

import org.jspecify.annotations.NullMarked;
