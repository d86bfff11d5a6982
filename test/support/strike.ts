/** Where whoever asks a server of the tests is killed: at a request, before it is done or (`isTaken`) before it is answered. */
export type Strike = { step: RegExp; isTaken: boolean; kill(): Promise<void> };

/** Whether the request is the one; it strikes once. */
export function strikes(of: { strike: Strike | undefined }, step: string): Strike | undefined {
  const { strike } = of;
  if (strike?.step.test(step) !== true) return undefined;
  of.strike = undefined;
  return strike;
}
