/** In which distances are asked for and answered. */
export type Unit = "km" | "mi";

/** International miles. */
const KILOMETRES: Readonly<Record<Unit, number>> = { km: 1, mi: 1.609344 };

export const toKilometres = (distance: number, unit: Unit): number => distance * KILOMETRES[unit];

/** To the thousandth of the unit: coordinates are hardly known better. */
export const fromKilometres = (kilometres: number, unit: Unit): number =>
  Math.round((kilometres / KILOMETRES[unit]) * 1000) / 1000;
