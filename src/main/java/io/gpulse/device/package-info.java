/** The result of a round, and the ports of the sources that it is read from. */
@NullMarked
package io.gpulse.device;

import org.jspecify.annotations.NullMarked;
