/** The JVM that gpulse runs on: has it return memory that nobody needs, and tells what was set for that. */
@NullMarked
package io.gpulse.jvm;

import org.jspecify.annotations.NullMarked;
