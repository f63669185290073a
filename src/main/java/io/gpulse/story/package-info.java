/** Describes a span of time in a few sentences, from stored events, states, processes and marks. */
@NullMarked
package io.gpulse.story;

import org.jspecify.annotations.NullMarked;
