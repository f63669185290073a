/** Runs nvidia-smi, the vendor's program, and parses its output: CSV for the doctor, XML as a source of GPUs. */
@NullMarked
package io.gpulse.smi;

import org.jspecify.annotations.NullMarked;
