/** The driver's files, and a container or WSL around gpulse; the driver is not called. */
@NullMarked
package io.gpulse.setup;

import org.jspecify.annotations.NullMarked;
