import { Tooltip } from '@mantine/core';
import '../../parts/chip.css';
import { useSessionWords } from './session-words.ts';

const shownAtOnce = 2;

/** What is odd, each with its sentence for whoever points at it or reaches it by keyboard. */
export function FlagChips({ flags, most = shownAtOnce }: { flags: readonly string[]; most?: number }) {
  const words = useSessionWords();
  const told = flags.map((name) => ({ name, ...words.flag(name) }));
  const hidden = told.slice(most);
  return (
    <span className="flag-chips">
      {told.slice(0, most).map(({ name, label, help }) => (
        <FlagChip key={name} label={label} help={help} />
      ))}
      {hidden.length > 0 && (
        <FlagChip label={`+${hidden.length}`} help={hidden.map(({ label, help }) => `${label}: ${help}`).join(' ')} />
      )}
    </span>
  );
}

function FlagChip({ label, help }: { label: string; help: string }) {
  return (
    <Tooltip label={help} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <button type="button" className="chip tone-door flag-chip">
        {label}
      </button>
    </Tooltip>
  );
}
