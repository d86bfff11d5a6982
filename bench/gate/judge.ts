/** What is committed in gate.json: the figure of every case, smaller is better. */
export type GateFigures = Record<string, number>;

export type GateLine = {
  name: string;
  committed: number | undefined;
  measured: number | undefined;
  verdict: 'as good' | 'better' | 'worse' | 'too disturbed' | 'not committed' | 'not measured';
};

export const tolerance = 0.15;

/** `measured`: null where the machine was too disturbed to tell. */
export function judgeGate(committed: GateFigures, measured: Record<string, number | null>): GateLine[] {
  const names = [...new Set([...Object.keys(committed), ...Object.keys(measured)])];
  return names.map((name) => {
    const [was, is] = [committed[name], measured[name]];
    return { name, committed: was, measured: is ?? undefined, verdict: verdictOn(was, is) };
  });
}

function verdictOn(was: number | undefined, is: number | null | undefined): GateLine['verdict'] {
  if (is === undefined) return 'not measured';
  if (is === null) return 'too disturbed';
  if (was === undefined) return 'not committed';
  if (is > was * (1 + tolerance)) return 'worse';
  return is < was * (1 - tolerance) ? 'better' : 'as good';
}
