import { linkTile } from '../overview/tile-parts'

export const tile = linkTile('pcie')
