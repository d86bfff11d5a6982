import { type KeyboardEvent, useRef } from 'react';
import { usePartTitle } from './page-head.tsx';
import { useInSight } from './use-in-sight.ts';
import './tabs.css';

type Props<Name extends string> = {
  label: string;
  tabs: readonly { name: Name; title: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** Parts of a page; which one is shown stands in the address. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: Props<Name>) {
  const list = useRef<HTMLDivElement>(null);
  usePartTitle(tabs.slice(1).find(({ name }) => name === chosen)?.title ?? '');
  useInSight(list, `#tab-${chosen}`);
  return (
    <div ref={list} className="tabs" role="tablist" aria-label={label}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={name === chosen}
          aria-controls="tab-panel"
          className="tab"
          onClick={() => onChoose(name)}
          onKeyDown={moveAmongTabs}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** Arrows go from tab to tab, as readers of such lists expect; Enter opens one. */
function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...(event.currentTarget.parentElement?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
  if (next === undefined || at === -1) return;
  event.preventDefault();
  tabs.at(next % tabs.length)?.focus();
}
