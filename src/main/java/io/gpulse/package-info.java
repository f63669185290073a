/**
 * gpulse samples the NVIDIA GPUs of one machine through NVML, once for all clients. A package is a feature; imports
 * point towards {@code metric}.
 *
 * <table>
 * <caption>The packages</caption>
 * <tr><td>{@code metric}</td><td>The catalogue of metrics: unit, source, reasons of absence.</td></tr>
 * <tr><td>{@code device}</td><td>Samples of a machine, and the ports that read them.</td></tr>
 * <tr><td>{@code setup}</td><td>The driver's files, container and WSL of a machine; steps to connect GPUs.</td></tr>
 * <tr><td>{@code nvml}</td><td>Reads GPUs through NVML: library, record, probe, read, event, session.</td></tr>
 * <tr><td>{@code smi}</td><td>Reads GPUs through nvidia-smi.</td></tr>
 * <tr><td>{@code recording}</td><td>Records native calls, and replays them.</td></tr>
 * <tr><td>{@code demo}</td><td>Simulated GPUs, read by the reader of real ones.</td></tr>
 * <tr><td>{@code host}</td><td>Reads processors, memory, disks, network and process owners.</td></tr>
 * <tr><td>{@code sampling}</td><td>One clock, a lane per GPU, a hot stream of snapshots; reopens the source.</td></tr>
 * <tr><td>{@code jvm}</td><td>Makes the JVM return memory; ends the process after a fatal error.</td></tr>
 * <tr><td>{@code web}</td><td>The common ground of HTTP: problems, parameters, client addresses, ports.</td></tr>
 * <tr><td>{@code view}</td><td>Selection of GPUs and metrics, and a snapshot as JSON.</td></tr>
 * <tr><td>{@code snapshot}</td><td>REST resources of the present: snapshot, GPUs, processes, host, summary.</td></tr>
 * <tr><td>{@code rounds}</td><td>The rounds of the last 15 minutes, as numbers in memory.</td></tr>
 * <tr><td>{@code history}</td><td>Stores samples for days; returns a range of time.</td></tr>
 * <tr><td>{@code report}</td><td>Reports a span of time to the round, and its endpoint.</td></tr>
 * <tr><td>{@code event}</td><td>The log of faults, states, processes and settings.</td></tr>
 * <tr><td>{@code insight}</td><td>Rules, and alerts with advice.</td></tr>
 * <tr><td>{@code workload}</td><td>Jobs and what became of their GPU-hours; use by owner.</td></tr>
 * <tr><td>{@code notify}</td><td>Messages to configured receivers: alerts, free GPUs, ended work.</td></tr>
 * <tr><td>{@code fleet}</td><td>Many machines: this one, and others with their own gpulse.</td></tr>
 * <tr><td>{@code mcp}</td><td>The Model Context Protocol: tools for agents, answered by the REST API.</td></tr>
 * <tr><td>{@code start}</td><td>The first answer for a page: snapshot, samples and insights.</td></tr>
 * <tr><td>{@code story}</td><td>Describes a span of time in a few sentences, and its endpoint.</td></tr>
 * <tr><td>{@code stream}</td><td>Server-Sent Events and NDJSON: replay, subscribers, limits, heartbeat.</td></tr>
 * <tr><td>{@code status}</td><td>The state of gpulse, and the catalogue as a resource.</td></tr>
 * <tr><td>{@code text}</td><td>nvidia-smi's grammar and table, printed from a snapshot, and their endpoints.</td></tr>
 * <tr><td>{@code selection}</td><td>Selection of free GPUs; waits and holds.</td></tr>
 * <tr><td>{@code doctor}</td><td>One examination of a machine: its report, compared with nvidia-smi.</td></tr>
 * <tr><td>{@code startup}</td><td>Command line, checks of the configuration, start-up summary.</td></tr>
 * <tr><td>{@code prometheus}</td><td>One scrape is one snapshot.</td></tr>
 * <tr><td>{@code security}</td><td>Authentication and authorization.</td></tr>
 * <tr><td>{@code ui}</td><td>Serves the dashboard's files with the right headers.</td></tr>
 * </table>
 */
@NullMarked
package io.gpulse;

import org.jspecify.annotations.NullMarked;
