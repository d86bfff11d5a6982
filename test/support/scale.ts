/** `npm run soak` runs with the full counts, `npm test` with scaled ones. */
export function scale<T>(counts: { test: T; soak: T }): T {
  return process.env['SIGEC_SOAK'] === '1' ? counts.soak : counts.test;
}
