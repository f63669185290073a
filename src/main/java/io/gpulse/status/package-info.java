/** What gpulse knows of itself, its health, and the catalogue as a resource. */
@NullMarked
package io.gpulse.status;

import org.jspecify.annotations.NullMarked;
