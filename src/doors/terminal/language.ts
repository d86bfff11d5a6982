export const languages = ['en', 'pt-BR'] as const;
export type Language = (typeof languages)[number];

type Env = Readonly<Record<string, string | undefined>>;

/** The language asked for by `--lang`, by SIGEC_LANG, or by the system's own variables in their order of strength. */
export function chooseLanguage({ flag, env }: { flag?: string | undefined; env: Env }): Language {
  const { SIGEC_LANG, LC_ALL, LC_MESSAGES, LANG } = env;
  const wanted = [flag, SIGEC_LANG, LC_ALL, LC_MESSAGES, LANG].find((name) => name !== undefined && name !== '');
  return wanted !== undefined && /^pt\b|^pt_/i.test(wanted) ? 'pt-BR' : 'en';
}

/** `--lang` has to be known before anything is parsed, since the help that parsing may print is written in it. */
export function languageFlag(args: readonly string[]): string | undefined {
  const index = args.findIndex((arg) => arg === '--lang' || arg.startsWith('--lang='));
  if (index === -1) return undefined;
  const [, inline] = args[index]?.split('=', 2) ?? [];
  return inline ?? args[index + 1];
}
