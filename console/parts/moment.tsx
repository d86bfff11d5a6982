import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { duration, exactTime } from '../text/time.ts';

/** How long ago, with the exact time one hover away. `ago` is a point in time, `for` a state that lasts, `brief` the number alone. */
export function Moment({ time, says }: { time: string; says: 'ago' | 'for' | 'brief' }) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const passed = duration(Date.parse(time), now, i18n.language);
  const exact = exactTime(time, i18n.language);
  return (
    <time dateTime={time} title={exact}>
      {passed === null ? t(`time.now.${says}`) : t(`time.says.${says}`, { duration: passed })}
    </time>
  );
}

// One clock for all moments on the page. It steps slowly, so that a wall of numbers stays calm.
const stepMs = 10_000;
const watchers = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function useNow(): number {
  return useSyncExternalStore(watch, () => now);
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(step, stepMs);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function step() {
  now = Date.now();
  for (const watcher of watchers) watcher();
}
