/**
 * Many machines: this one, and those of a list, each of which is another gpulse. Requests are answered from the latest
 * answers; they cause no request to another machine.
 */
@NullMarked
package io.gpulse.fleet;

import org.jspecify.annotations.NullMarked;
