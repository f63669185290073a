package io.gpulse.history.accounting;

/**
 * The time of an owner's process on a GPU.
 *
 * @param uuid of the GPU
 * @param from in epoch ms
 * @param to in epoch ms, exclusive
 */
public record Stay<K>(K owner, String uuid, long from, long to) {}
