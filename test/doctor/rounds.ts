/** Damages that are planted at the same time, with their titles. Each of them causes other findings. */
export type Round<Damage> = readonly (readonly [what: string, damage: Damage])[];

/**
 * Groups damages into rounds. Damages with the same findings must be in different rounds. The number of
 * rounds is as small as possible, because each round needs a new calendar.
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
