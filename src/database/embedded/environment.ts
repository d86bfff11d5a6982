/** PostgreSQL inherits nothing that it does not need: our environment holds keys, and its account could show them to others. */
export function serverEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env; // the last three are for Windows
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC', ...extra };
}
