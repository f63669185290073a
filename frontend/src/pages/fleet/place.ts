/** A machine of the board, and a GPU of it or null. */
export interface Place {
  machine: string
  gpu: number | null
}
