/** Acts once after a rest, however often it was asked for meanwhile. */
export function gathered(restMs: number, act: () => void): { ask: () => void; stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    ask() {
      if (timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        act();
      }, restMs);
    },
    stop: () => clearTimeout(timer),
  };
}
