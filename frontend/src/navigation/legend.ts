/** Where an embedded panel teleports its legend. */
export const LEGEND = '#legend'
