/** The sampler: lanes for blocking calls, one hot stream of snapshots, the choice and the retries of the source. */
@NullMarked
package io.gpulse.sampling;

import org.jspecify.annotations.NullMarked;
