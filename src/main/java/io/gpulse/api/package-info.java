/**
 * REST, Server-Sent Events, problem details and the OpenAPI contract.
 * <p>Controllers translate. {@link io.gpulse.api.SnapshotStream} tells every subscriber of every round; a
 * {@link io.gpulse.api.View} is encoded once a round, however many look at it.
 */
@NullMarked
package io.gpulse.api;

import org.jspecify.annotations.NullMarked;
