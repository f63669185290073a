/** The store of silences. */
@NullMarked
package io.gpulse.history.silence;

import org.jspecify.annotations.NullMarked;
