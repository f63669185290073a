/**
 * Which GPUs and metrics a reader asked for, and how a snapshot is written as JSON. A {@link io.gpulse.view.View} is
 * encoded once a round, however many readers share it.
 */
@NullMarked
package io.gpulse.view;

import org.jspecify.annotations.NullMarked;
