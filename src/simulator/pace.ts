/** A pace of so many in a second: it tells each comer how many milliseconds to wait for its turn. */
export function openPace(perSecond: number, now: () => number = () => performance.now()): () => number {
  let freeAt = 0;
  return () => {
    const turnAt = Math.max(now(), freeAt);
    freeAt = turnAt + 1000 / perSecond;
    return turnAt - now();
  };
}
