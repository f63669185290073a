/**
 * The GPUs and metrics that a client requested, and snapshots as JSON. A {@link io.gpulse.view.View} is encoded once
 * per round, regardless of the number of subscribers.
 */
@NullMarked
package io.gpulse.view;

import org.jspecify.annotations.NullMarked;
