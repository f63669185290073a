/**
 * The kit's verification program: runs gpulse, its doctor and nvidia-smi as a user does, compares their output and
 * writes a report. It has its own jar, and shares the comparison and the mask of the doctor.
 */
@NullMarked
package io.gpulse.kit;

import org.jspecify.annotations.NullMarked;
