import { useCallback, useMemo, useState } from 'react';

export type Selection = {
  ids: ReadonlySet<string>;
  /** `isRange`: everything between the one before and this one, in the order that is shown. */
  toggle: (id: string, isRange: boolean) => void;
  setAll: (isChosen: boolean) => void;
  clear: () => void;
};

/** Rows that were chosen among those that are shown: what a filter hides is not commanded by accident. */
export function useSelection(shown: readonly { id: string }[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(none);
  const [last, setLast] = useState<string | null>(null);
  const order = useMemo(() => new Map(shown.map(({ id }, index) => [id, index])), [shown]);
  const ids = useMemo(() => new Set([...chosen].filter((id) => order.has(id))), [chosen, order]);
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      setLast(id);
      setChosen((before) => {
        const isOn = !before.has(id);
        const [from, to] = [last === null ? undefined : order.get(last), order.get(id)];
        const all =
          isRange && from !== undefined && to !== undefined
            ? shown.slice(Math.min(from, to), Math.max(from, to) + 1).map((each) => each.id)
            : [id];
        return isOn ? new Set([...before, ...all]) : new Set([...before].filter((each) => !all.includes(each)));
      });
    },
    [last, order, shown],
  );
  return {
    ids,
    toggle,
    setAll: (isChosen) => setChosen(isChosen ? new Set(shown.map(({ id }) => id)) : none),
    clear: () => setChosen(none),
  };
}

const none: ReadonlySet<string> = new Set();
