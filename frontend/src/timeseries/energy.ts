/** The scale of all energies of a column, so that they can be compared at a glance. */
export interface EnergyScale {
  unit: 'kWh' | 'Wh'
  perKilowattHour: number
}

const LEAST_KILOWATT_HOURS = 1

/** A minute of one GPU is a few watt-hours, which would be 0.00 kWh. */
export function energyScale(kilowattHours: readonly (number | null)[]): EnergyScale {
  const most = Math.max(0, ...kilowattHours.map((energy) => energy ?? 0))
  return most > 0 && most < LEAST_KILOWATT_HOURS
    ? { unit: 'Wh', perKilowattHour: 1000 }
    : { unit: 'kWh', perKilowattHour: 1 }
}
