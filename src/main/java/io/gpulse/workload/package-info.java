/** Jobs on GPUs: whose they are, what became of their time and energy, and what would make them use less of both. */
@NullMarked
package io.gpulse.workload;

import org.jspecify.annotations.NullMarked;
