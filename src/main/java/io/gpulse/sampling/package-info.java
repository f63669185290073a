/** One clock, lanes, one hot stream of snapshots; chooses and re-tries the source. */
@NullMarked
package io.gpulse.sampling;

import org.jspecify.annotations.NullMarked;
