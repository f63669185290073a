/** The state of gpulse itself, its health, and the catalogue as resources. */
@NullMarked
package io.gpulse.status;

import org.jspecify.annotations.NullMarked;
