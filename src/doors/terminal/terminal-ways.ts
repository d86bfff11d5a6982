const nouns = ['site', 'group', 'driver', 'token', 'tariff', 'station', 'reservation', 'session', 'proposal'] as const;

/** The server says what to do in terms of its API; here it is said in commands: "list them at /api/sites" as `sigec site list`. */
export function terminalWays(sentence: string, command: string): string {
  return sentence
    .replaceAll(/DELETE \/api\/tariff-assignments\/([\w-]+)/g, `${command} tariff unassign $1`)
    .replaceAll(/at \/api\/tariff-assignments(?![\w/])/g, `with ${command} tariff assignments`)
    .replaceAll(/(at |GET )?\/api\/([a-z]+)s(?![\w/])/g, (whole: string, before: string | undefined, noun: string) => {
      if (!nouns.some((known) => known === noun)) return whole;
      return `${before === 'at ' ? 'with ' : ''}${command} ${noun} list`;
    });
}
