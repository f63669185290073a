/** A machine full of GPUs that do not exist: answers NVML's calls, so that the real reader runs unchanged. */
@NullMarked
package io.gpulse.demo;

import org.jspecify.annotations.NullMarked;
