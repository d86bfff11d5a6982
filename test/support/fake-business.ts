/** What the business answers, by the path of a function such as `sessions.get`: a value, or what computes it. */
export type Business = Readonly<Record<string, unknown>>;
export type Recorded = [path: string, ...args: unknown[]];

/** A business that answers as it was told to, `undefined` to all else, and remembers what was asked of it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- whoever asks for it says what it stands in for
export function fakeBusiness<Real>(
  answers: Business,
  /** What stands there without being asked, by its path. */
  values: Business = {},
): { charging: Real; recorded: Recorded[] } {
  const recorded: Recorded[] = [];
  /** Something that only holds what answers is no function, as in the business. */
  const isHolder = (path: string) => Object.keys(answers).some((name) => name.startsWith(`${path}.`));
  const within = (path: string): unknown => (path in values ? values[path] : at(path));
  const at = (path: string): unknown =>
    new Proxy(isHolder(path) ? {} : () => undefined, {
      get: (_target, name) =>
        typeof name === 'symbol' || name === 'then' ? undefined : within(path ? `${path}.${name}` : name),
      apply(_target, _this, args: unknown[]) {
        recorded.push([path, ...args]);
        const answer = answers[path];
        return typeof answer === 'function' ? (answer as (...given: unknown[]) => unknown)(...args) : answer;
      },
    });
  return { charging: at('') as Real, recorded };
}
