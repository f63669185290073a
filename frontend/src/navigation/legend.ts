/** Where a panel puts its legend inside another page; beside the table of panels, since that imports the panels. */
export const LEGEND = '#legend'
