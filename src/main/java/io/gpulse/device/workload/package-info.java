/** Workloads of processes: the job of a scheduler, a pod, a container, the kernel of a notebook or a service. */
@NullMarked
package io.gpulse.device.workload;

import org.jspecify.annotations.NullMarked;
