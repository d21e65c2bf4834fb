/** Damages that are planted together, with what each is called: no two are found as the same. */
export type Round<Damage> = readonly (readonly [what: string, damage: Damage])[];

/** As few rounds as the findings allow: each costs a calendar and several examinations of it. */
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
