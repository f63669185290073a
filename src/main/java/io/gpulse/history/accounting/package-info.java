/**
 * Adds up where the time and the energy of GPUs went, round by round: seconds by occupancy, and who was on them. Knows
 * no storage.
 */
@NullMarked
package io.gpulse.history.accounting;

import org.jspecify.annotations.NullMarked;
