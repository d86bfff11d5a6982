/** What can be asked of a station from the palette. */
export const stationVerbs = ['reset', 'unlock', 'disable', 'enable'] as const;
export type StationVerb = (typeof stationVerbs)[number];

/** As people type them, in both languages whichever the page is in. */
const words: Record<StationVerb, readonly string[]> = {
  reset: ['reset', 'restart', 'reboot', 'reiniciar', 'reinicia', 'reinicie', 'resetar'],
  unlock: ['unlock', 'destravar', 'destrava', 'destrave', 'liberar', 'libera', 'libere'],
  disable: ['disable', 'desativar', 'desativa', 'desative', 'indisponibilizar'],
  enable: ['enable', 'ativar', 'ativa', 'ative', 'disponibilizar'],
};

/** "restart savassi" is a verb and a station. Undefined: it begins with no verb, and is searched for as it is. */
export function readVerb(typed: string): { verb: StationVerb; rest: string } | undefined {
  const [first = '', ...others] = typed.trim().toLowerCase().split(/\s+/);
  const verb = stationVerbs.find((name) => words[name].includes(first));
  return verb === undefined ? undefined : { verb, rest: others.join(' ') };
}

/** Whether a name, or another word for it, fits what was typed: each typed word begins a word of it. */
export function fitsWords(typed: string, names: readonly string[]): boolean {
  const wanted = folded(typed).split(' ').filter(Boolean);
  const known = names.flatMap((name) => folded(name).split(' '));
  return wanted.every((word) => known.some((each) => each.startsWith(word)));
}

function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
