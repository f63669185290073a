/** Who may ask. */
@NullMarked
package io.gpulse.security;

import org.jspecify.annotations.NullMarked;
