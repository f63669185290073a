/** Stores samples of GPUs and of the host, and serves the stored series. */
@NullMarked
package io.gpulse.history;

import org.jspecify.annotations.NullMarked;
