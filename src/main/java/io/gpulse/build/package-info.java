/** Runs while gpulse is built, and is no part of its jar. */
@NullMarked
package io.gpulse.build;

import org.jspecify.annotations.NullMarked;
