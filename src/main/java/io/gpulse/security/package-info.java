/** Authentication and authorization. */
@NullMarked
package io.gpulse.security;

import org.jspecify.annotations.NullMarked;
