/** Sends alerts, free GPUs and ended work as messages to the configured receivers. */
@NullMarked
package io.gpulse.notify;

import org.jspecify.annotations.NullMarked;
