/** Damages that are planted together, with their titles; their findings are distinct. */
export type Round<Damage> = readonly (readonly [what: string, damage: Damage])[];

/**
 * Groups damages into as few rounds as distinct findings allow: each round needs a calendar and several
 * examinations.
 */
export const toRounds = <Damage extends readonly [unknown, readonly string[]]>(
  damages: Readonly<Record<string, Damage>>,
): readonly Round<Damage>[] => {
  const rounds: { readonly known: Set<string>; readonly round: (readonly [string, Damage])[] }[] = [];
  for (const [what, damage] of Object.entries(damages)) {
    const free = rounds.find(({ known }) => damage[1].every((finding) => !known.has(finding)));
    const { known, round } = free ?? { known: new Set(), round: [] };
    if (free === undefined) rounds.push({ known, round });
    for (const finding of damage[1]) known.add(finding);
    round.push([what, damage]);
  }
  return rounds.map(({ round }) => round);
};

export const namesOf = (round: Round<unknown>): string => round.map(([what]) => what).join(", ");
