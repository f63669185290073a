/** Loads gpulse's classes from its jar; stands at the root of the jar, outside what it loads. */
@NullMarked
package io.gpulse.launch;

import org.jspecify.annotations.NullMarked;
