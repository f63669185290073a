/** What one look at the machine returns, and the ports through which one looks. */
@NullMarked
package io.gpulse.device;

import org.jspecify.annotations.NullMarked;
