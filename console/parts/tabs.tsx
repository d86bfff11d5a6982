import './tabs.css';

type Props<Name extends string> = {
  label: string;
  tabs: readonly { name: Name; title: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
};

/** Parts of a page; which one is shown stands in the address. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose }: Props<Name>) {
  return (
    <div className="tabs" role="tablist" aria-label={label}>
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
        >
          {title}
        </button>
      ))}
    </div>
  );
}
