@NullMarked
package io.gpulse;

import org.jspecify.annotations.NullMarked;
